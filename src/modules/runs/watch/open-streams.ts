import type { ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { credentialIdOf, type Caller } from '#kernel/caller.js';
import { DomainError } from '#kernel/errors.js';

/** Streams of one key that a process keeps open at the same time. */
export const mostStreamsOfKey = 20;

const retryAfterSeconds = 5;

/** The streams that this process keeps open, by the keys of their readers: each holds a connection for as long as its reader likes. */
@Injectable()
export class OpenStreams {
  readonly #open = new Map<string, number>();

  /** For a reader who may be refused. @returns a signal that aborts when he goes away @throws DomainError limited when he has too many */
  enter(caller: Caller, response: ServerResponse): AbortSignal {
    if ((this.#open.get(credentialIdOf(caller)) ?? 0) >= mostStreamsOfKey) {
      const message = `Too many open streams: at most ${mostStreamsOfKey} of one API key. Please close one, or try again in ${retryAfterSeconds} s.`;
      throw new DomainError('limited', 'RATE_LIMIT_EXCEEDED', message, { retryAfterSeconds });
    }
    return this.count(caller, response);
  }

  /** For a reader who has been promised his stream. */
  count(caller: Caller, response: ServerResponse): AbortSignal {
    const credentialId = credentialIdOf(caller);
    const gone = new AbortController();
    if (response.destroyed) gone.abort();
    else {
      this.#open.set(credentialId, (this.#open.get(credentialId) ?? 0) + 1);
      response.once('close', () => {
        this.#leave(credentialId);
        gone.abort();
      });
    }
    return gone.signal;
  }

  #leave(credentialId: string): void {
    const left = (this.#open.get(credentialId) ?? 1) - 1;
    if (left === 0) this.#open.delete(credentialId);
    else this.#open.set(credentialId, left);
  }
}
