import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AddressWindows } from '#edge/throttle/address-windows.js';
import { Logger } from '#host/logging/logger.js';
import { SecurityLog } from '#host/logging/security-log.js';
import { Clock } from '#kernel/clock.js';
import { DomainError, invalidField } from '#kernel/errors.js';
import { MailSender } from '#world/mail/mail-sender.js';
import type { Chat } from '../store/chats.js';
import { codeMinutes, VisitorCodes } from '../store/visitor-codes.js';
import { isAllowed, readEmail } from './allowed-addresses.js';
import { Visitors, type Visitor } from './visitors.js';

const attempts = { allowed: 10, windowMs: codeMinutes * 60_000 };
const codeForm = /^\d{6}$/;

/** Visitors prove an address of `allowedEmails` with a code that is sent there. */
@Injectable()
export class EmailProofs {
  readonly #requests: AddressWindows;
  readonly #guesses: AddressWindows;

  constructor(
    private readonly codes: VisitorCodes,
    private readonly visitors: Visitors,
    private readonly mail: MailSender,
    private readonly security: SecurityLog,
    private readonly logger: Logger,
    clock: Clock,
  ) {
    const window = { ...attempts, nowMs: () => clock.now().getTime() };
    this.#requests = new AddressWindows(window);
    this.#guesses = new AddressWindows(window);
  }

  /**
   * Sends a code, if the address may use the chat. The answer is the same if not, and does not wait for the mail server: neither says who is allowed.
   * @throws DomainError invalid, limited
   */
  async sendCode(chat: Chat, written: unknown, request: Request): Promise<void> {
    requireEmailChat(chat);
    const email = readEmail(written);
    this.#count(this.#requests, chat, request, 'codes requested');
    if (!isAllowed(chat, email)) return;
    const code = await this.codes.issue(chat.id, email);
    if (code === undefined) return;
    const subject = `Your code for ${oneLine(chat.title)}`;
    const text = `Your code for ${oneLine(chat.title)} is ${code}.\n\nIt is valid for ${codeMinutes} minutes. If you did not ask for it, ignore this message.\n`;
    void this.mail.send({ to: email, subject, text }).catch((error: unknown) => {
      this.logger.error({ err: error, chatId: chat.id }, 'The code of a visitor could not be sent');
    });
  }

  /** Begins the session of a visitor with the right code. @throws DomainError invalid, unauthenticated, limited */
  async admit(
    chat: Chat,
    { email: written, otp }: { readonly email: unknown; readonly otp: unknown },
    response: Response,
  ): Promise<Visitor> {
    const { req: request } = response;
    requireEmailChat(chat);
    const email = readEmail(written);
    if (typeof otp !== 'string' || !codeForm.test(otp)) throw invalidField('otp', 'otp must be the 6 digits of the code');
    this.#count(this.#guesses, chat, request, 'codes');
    if (!isAllowed(chat, email) || !(await this.codes.redeem(chat.id, email, otp)))
      throw new DomainError('unauthenticated', 'UNAUTHORIZED', 'The code is wrong or has expired');
    return this.visitors.begin(chat, email, request, response);
  }

  #count(windows: AddressWindows, chat: Chat, request: Request, what: string): void {
    const exceeded = windows.record(request.ip ?? '', chat.id);
    if (exceeded === undefined) return;
    const { retryAfterSeconds } = exceeded;
    request.refusal = 'guessing';
    this.security.note('auth.bruteforce', { address: request.ip, requestId: request.requestId });
    const message = `Too many ${what} from this address: at most ${attempts.allowed} in ${codeMinutes} minutes. Please try again in ${retryAfterSeconds} s.`;
    throw new DomainError('limited', 'RATE_LIMIT_EXCEEDED', message, { retryAfterSeconds });
  }
}

function requireEmailChat({ authType }: Chat): void {
  if (authType !== 'email') throw new DomainError('conflict', 'CONFLICT', 'This chat does not ask for an e-mail address');
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}
