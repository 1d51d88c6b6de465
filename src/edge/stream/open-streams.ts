import type { ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { credentialIdOf, type Caller } from '#kernel/caller.js';
import { DomainError } from '#kernel/errors.js';

/** Limit of the streams that one key may keep open in one process. */
export const mostStreamsOfKey = 20;

const retryAfterSeconds = 5;

/** Counts the open streams of each key in this process. A stream holds its connection until its reader disconnects. */
@Injectable()
export class OpenStreams {
  readonly #open = new Map<string, number>();

  /**
   * Opens a stream within the limit. @param holder whose streams count together
   * @returns a signal that aborts when the reader disconnects @throws DomainError limited
   */
  enter(caller: Caller, response: ServerResponse, holder = credentialIdOf(caller)): AbortSignal {
    if ((this.#open.get(holder) ?? 0) >= mostStreamsOfKey) {
      const message = `Too many open streams: at most ${mostStreamsOfKey} of one API key. Please close one, or try again in ${retryAfterSeconds} s.`;
      throw new DomainError('limited', 'RATE_LIMIT_EXCEEDED', message, { retryAfterSeconds });
    }
    return this.#count(holder, response);
  }

  /** Opens a stream without checking the limit, for a reader whose run has started. */
  count(caller: Caller, response: ServerResponse): AbortSignal {
    return this.#count(credentialIdOf(caller), response);
  }

  #count(holder: string, response: ServerResponse): AbortSignal {
    const gone = new AbortController();
    if (response.destroyed) gone.abort();
    else {
      this.#open.set(holder, (this.#open.get(holder) ?? 0) + 1);
      response.once('close', () => {
        this.#leave(holder);
        gone.abort();
      });
    }
    return gone.signal;
  }

  #leave(holder: string): void {
    const left = (this.#open.get(holder) ?? 1) - 1;
    if (left === 0) this.#open.delete(holder);
    else this.#open.set(holder, left);
  }
}
