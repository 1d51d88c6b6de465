import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { DomainError } from '#kernel/errors.js';

const mostOfVisitor = 20;
const retryAfterSeconds = 5;

/** Counts the streams that visitors read in this process. */
@Injectable()
export class ChatStreams {
  readonly #open = new Map<string, number>();
  #count = 0;
  #refused = 0;

  /** How many are open. */
  get count(): number {
    return this.#count;
  }

  /** How many messages this process has refused because the account may start no further run at the moment. */
  get refused(): number {
    return this.#refused;
  }

  noteRefusal(): void {
    this.#refused += 1;
  }

  /** Opens a stream. @returns a signal that aborts when the reader disconnects @throws DomainError limited */
  enter(visitor: string, response: Response): AbortSignal {
    const open = this.#open.get(visitor) ?? 0;
    if (open >= mostOfVisitor) {
      const message = `Too many open streams: at most ${mostOfVisitor} of one visitor. Please close one, or try again in ${retryAfterSeconds} s.`;
      throw new DomainError('limited', 'RATE_LIMIT_EXCEEDED', message, { retryAfterSeconds });
    }
    const gone = new AbortController();
    if (response.destroyed) gone.abort();
    else {
      this.#open.set(visitor, open + 1);
      this.#count += 1;
      response.once('close', () => {
        this.#leave(visitor);
        gone.abort();
      });
    }
    return gone.signal;
  }

  #leave(visitor: string): void {
    this.#count -= 1;
    const left = (this.#open.get(visitor) ?? 1) - 1;
    if (left === 0) this.#open.delete(visitor);
    else this.#open.set(visitor, left);
  }
}
