import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AddressWindows } from '#edge/throttle/address-windows.js';
import { Config } from '#host/config/config.js';
import { SecurityLog } from '#host/logging/security-log.js';
import { LinkSignature } from '#host/secrets/link-signature.js';
import { randomToken } from '#host/secrets/random-token.js';
import { Clock } from '#kernel/clock.js';
import { DomainError } from '#kernel/errors.js';
import { ChatPasswords } from '../store/chat-passwords.js';
import type { Chat } from '../store/chats.js';
import { cookieIn, cookieText } from './cookies.js';

/** A person who uses a chat. */
export interface Visitor {
  /** Digest of their identity: who has begun a conversation. */
  readonly digest: string;
  /** The address that they have proved; null in chats that ask for none. */
  readonly email: string | null;
  /**
   * Whether the Idempotency-Key of this request is that of the first request of the visitor, which had no cookie. Such a key counts for the
   * whole chat: the response that sets the cookie may be lost, and the repeated request comes from another visitor then.
   */
  readonly cameWithKey: boolean;
}

/** A key that counts for the whole chat must not be the key of two visitors, nor be found by trying. */
export const shortestSharedKey = 20;

const sessionPurpose = 'chat-session';
const sessionMs = 24 * 60 * 60_000;
const visitorSeconds = 180 * 24 * 60 * 60;
const guesses = { allowed: 10, windowMs: 15 * 60_000 };
/** The token of the visitor, and a digest of the key with which they came. */
const valueForm = /^([\w-]{22})(?:\.([\w-]{22}))?$/;

/** Identifies the visitors of chats by cookies, each of which belongs to one chat and gives no other right. */
@Injectable()
export class Visitors {
  readonly #guesses: AddressWindows;

  constructor(
    private readonly links: LinkSignature,
    private readonly passwords: ChatPasswords,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly security: SecurityLog,
  ) {
    this.#guesses = new AddressWindows({ ...guesses, nowMs: () => clock.now().getTime() });
  }

  /** The visitor of this request. Sets the cookie of a visitor without one. @throws DomainError unauthenticated */
  identify(chat: Chat, request: Request, response: Response): Visitor {
    if (chat.authType === 'public') return this.#own(chat, request, response);
    const session = cookieIn(request.headers.cookie, sessionCookie(chat)) ?? '';
    const claims = this.links.verify(session, sessionPurpose);
    if (typeof claims === 'string' || claims.executionId !== chat.id || claims.contextId !== accessOf(chat)) throw proofRequired(chat);
    return this.#visitor(chat, claims.email, request, response);
  }

  /** The same for a visitor who has just sent the password, with a session from now on. @throws DomainError unauthenticated, limited */
  async admit(chat: Chat, password: string, request: Request, response: Response): Promise<Visitor> {
    const address = request.ip ?? '';
    const exceeded = this.#guesses.record(address, chat.id);
    if (exceeded !== undefined) throw this.#tooMany(request, exceeded.retryAfterSeconds);
    if (!(await this.passwords.accepts(chat.id, password))) throw new DomainError('unauthenticated', 'UNAUTHORIZED', 'Invalid password');
    this.#guesses.forgive(address, chat.id);
    return this.begin(chat, null, request, response);
  }

  /** Begins the session of a visitor who has proved what the chat asks for. */
  begin(chat: Chat, email: string | null, request: Request, response: Response): Visitor {
    const expiresAt = new Date(this.clock.now().getTime() + sessionMs).toISOString();
    const session = this.links.sign({ purpose: sessionPurpose, executionId: chat.id, contextId: accessOf(chat), email, expiresAt });
    response.append('Set-Cookie', this.#cookie(chat, sessionCookie(chat), session, sessionMs / 1000));
    return this.#visitor(chat, email, request, response);
  }

  /** A person with an address is the same visitor in every browser. */
  #visitor(chat: Chat, email: string | null, request: Request, response: Response): Visitor {
    if (email === null) return this.#own(chat, request, response);
    return { digest: digest(chat.id, `email ${email}`), email, cameWithKey: false };
  }

  #own(chat: Chat, request: Request, response: Response): Visitor {
    const name = `chat_visitor_${chat.id}`;
    const [, known, firstKey] = valueForm.exec(cookieIn(request.headers.cookie, name) ?? '') ?? [];
    const key = request.get('idempotency-key');
    const mark = key === undefined || key.length < shortestSharedKey ? undefined : digest(chat.id, `key ${key}`).slice(0, 22);
    if (known !== undefined) return { digest: digest(chat.id, known), email: null, cameWithKey: mark !== undefined && mark === firstKey };
    const token = randomToken();
    const value = mark === undefined ? token : `${token}.${mark}`;
    response.append('Set-Cookie', this.#cookie(chat, name, value, visitorSeconds));
    return { digest: digest(chat.id, token), email: null, cameWithKey: key !== undefined };
  }

  #cookie({ identifier, allowedOrigins }: Chat, name: string, value: string, maxAgeSeconds: number): string {
    const isSecure = this.config.baseUrl.startsWith('https:');
    const isEmbedded = allowedOrigins.length > 0;
    return cookieText(name, value, { path: `/api/chat/${identifier}`, maxAgeSeconds, isSecure, isEmbedded });
  }

  #tooMany(request: Request, retryAfterSeconds: number): DomainError {
    request.refusal = 'guessing';
    this.security.note('auth.bruteforce', { address: request.ip, requestId: request.requestId });
    const message = `Too many passwords from this address: at most ${guesses.allowed} in 15 minutes. Please try again in ${retryAfterSeconds} s.`;
    return new DomainError('limited', 'RATE_LIMIT_EXCEEDED', message, { retryAfterSeconds });
  }
}

/** The refusal of a visitor without a session. The page and clients of it read this text. */
export function proofRequired({ authType }: Pick<Chat, 'authType'>): DomainError {
  return new DomainError('unauthenticated', 'UNAUTHORIZED', `auth_required_${authType}`);
}

function sessionCookie({ id }: Chat): string {
  return `chat_auth_${id}`;
}

/** What a session is for. Another password, another proof and other addresses give another text, which ends the sessions of before. */
function accessOf({ authType, accessVersion }: Chat): string {
  return `${authType}:${accessVersion}`;
}

/** A reader of the database must not be able to continue conversations. */
function digest(chatId: string, identity: string): string {
  return createHash('sha256').update(`${chatId} ${identity}`).digest('base64url');
}
