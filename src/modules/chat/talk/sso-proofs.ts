import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AddressWindows } from '#edge/throttle/address-windows.js';
import { SecurityLog } from '#host/logging/security-log.js';
import { Clock } from '#kernel/clock.js';
import { DomainError, forbidden, notFound } from '#kernel/errors.js';
import { ProviderVisits } from '#modules/identity/index.js';
import { Chats, type Chat } from '../store/chats.js';
import { isAllowed, readEmail } from './allowed-addresses.js';
import { Visitors } from './visitors.js';

const taker = 'chat';
const questions = { allowed: 10, windowMs: 15 * 60_000 };

/** Visitors prove an address of `allowedEmails` at a provider of OpenID Connect. They need no user here, and are not signed in. */
@Injectable()
export class SsoProofs implements OnModuleInit {
  readonly #questions: AddressWindows;

  constructor(
    private readonly chats: Chats,
    private readonly visitors: Visitors,
    private readonly visits: ProviderVisits,
    private readonly security: SecurityLog,
    clock: Clock,
  ) {
    this.#questions = new AddressWindows({ ...questions, nowMs: () => clock.now().getTime() });
  }

  onModuleInit(): void {
    this.visits.takeFor(taker, (chatId, email, response) => this.#take(chatId, email, response));
  }

  /** Whether a person with this address may use the chat. @throws DomainError invalid, conflict, limited */
  isEligible(chat: Chat, written: unknown, request: Request): boolean {
    requireSsoChat(chat);
    const email = readEmail(written);
    const exceeded = this.#questions.record(request.ip ?? '', chat.id);
    if (exceeded === undefined) return isAllowed(chat, email);
    const { retryAfterSeconds } = exceeded;
    request.refusal = 'guessing';
    this.security.note('auth.bruteforce', { address: request.ip, requestId: request.requestId });
    const message = `Too many questions from this address: at most ${questions.allowed} in 15 minutes. Please try again in ${retryAfterSeconds} s.`;
    throw new DomainError('limited', 'RATE_LIMIT_EXCEEDED', message, { retryAfterSeconds });
  }

  /** Leads the browser to the provider. @throws DomainError conflict */
  async begin(chat: Chat, providerId: string, request: Request, response: Response): Promise<void> {
    requireSsoChat(chat);
    await this.visits.begin(request, response, providerId, { taker, subject: chat.id, back: `/chat/${chat.identifier}` });
  }

  /** The chat may have changed while the visitor was away. */
  async #take(chatId: string, email: string, response: Response): Promise<void> {
    const chat = await this.chats.find(chatId);
    if (chat === undefined) throw notFound('Chat');
    requireSsoChat(chat);
    if (!isAllowed(chat, email)) throw forbidden('The address of this account may not use this chat', 'NOT_ALLOWED');
    this.visitors.begin(chat, email, response.req, response);
  }
}

function requireSsoChat({ authType }: Chat): void {
  if (authType !== 'sso') throw new DomainError('conflict', 'CONFLICT', 'This chat does not ask for an account at a provider');
}
