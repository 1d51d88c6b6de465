import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Config } from '#host/config/config.js';
import { forbidden } from '#kernel/errors.js';
import { Chats } from '../store/chats.js';

const allowedHeaders = 'Content-Type, Idempotency-Key, Last-Event-ID, X-Sim-Stream-Protocol, X-Request-Id';
const exposedHeaders = 'X-Conversation-Id, X-Execution-Id, X-Request-Id, X-Sim-Stream-Protocol, Retry-After';

/** Lets pages of the allowed origins of a chat call it, with its cookies, and refuses messages from pages of all other sites. */
@Injectable()
export class ChatOrigins {
  constructor(
    private readonly chats: Chats,
    private readonly config: Config,
  ) {}

  /** @returns whether the response is complete @throws DomainError forbidden */
  async check(request: Request<{ identifier: string }>, response: Response): Promise<boolean> {
    const { method, params, headers } = request;
    const { origin, host } = headers;
    if (origin === undefined || !/^[a-z0-9-]+$/.test(params.identifier) || this.#isOwnPage(origin, host)) return false;
    const chat = await this.chats.at(params.identifier);
    if (chat === undefined) return false;
    response.vary('Origin');
    if (!chat.allowedOrigins.includes(origin)) {
      if (method === 'GET' || method === 'HEAD') return false;
      throw forbidden(`Pages of ${origin} may not use this chat: it is not one of its allowedOrigins`);
    }
    response.setHeader('Access-Control-Allow-Origin', origin);
    response.setHeader('Access-Control-Allow-Credentials', 'true');
    response.setHeader('Access-Control-Expose-Headers', exposedHeaders);
    if (method !== 'OPTIONS') return false;
    response.setHeader('Access-Control-Allow-Methods', 'GET, POST, PUT');
    response.setHeader('Access-Control-Allow-Headers', allowedHeaders);
    response.setHeader('Access-Control-Max-Age', '600');
    response.status(204).end();
    return true;
  }

  /** Whether a page of this server sends the request. A proxy may put another host into `Host`. */
  #isOwnPage(origin: string, host: string | undefined): boolean {
    return URL.canParse(origin) && (new URL(origin).host === host || origin === new URL(this.config.baseUrl).origin);
  }
}
