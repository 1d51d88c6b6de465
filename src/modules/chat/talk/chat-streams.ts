import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Response } from 'express';
import { DomainError } from '#kernel/errors.js';
import { Changes } from '#ledger/projections/changes.js';
import { chatEvents } from '../domain/chat.events.js';
import { Chats, type Chat } from '../store/chats.js';

interface VisitorStream {
  /** The chat as it was when the stream was opened. */
  readonly chat: Chat;
  readonly gone: AbortController;
}

const mostOfVisitor = 20;
const retryAfterSeconds = 5;
/** A changed chat tells of itself, except when the news is lost. */
const checkMs = 15_000;

/**
 * The streams that visitors read in this process. A stream ends when its reader disconnects, and when its chat is deleted, is switched off or asks for
 * another proof. Its run continues.
 */
@Injectable()
export class ChatStreams implements OnModuleDestroy {
  readonly #open = new Set<VisitorStream>();
  readonly #ofVisitors = new Map<string, number>();
  readonly #stopListening: () => void;
  #checks: NodeJS.Timeout | undefined;
  #count = 0;
  #refused = 0;

  constructor(
    private readonly chats: Chats,
    changes: Changes,
  ) {
    this.#stopListening = changes.on(
      chatEvents.map(({ type }) => type),
      ({ streamId }) => void this.#check([...this.#open].filter(({ chat }) => chat.id === streamId)),
    );
  }

  onModuleDestroy(): void {
    this.#stopListening();
    clearInterval(this.#checks);
  }

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

  /** Opens a stream. @returns a signal that aborts at its end @throws DomainError limited */
  enter(chat: Chat, visitor: string, response: Response): AbortSignal {
    const open = this.#ofVisitors.get(visitor) ?? 0;
    if (open >= mostOfVisitor) {
      const message = `Too many open streams: at most ${mostOfVisitor} of one visitor. Please close one, or try again in ${retryAfterSeconds} s.`;
      throw new DomainError('limited', 'RATE_LIMIT_EXCEEDED', message, { retryAfterSeconds });
    }
    const stream: VisitorStream = { chat, gone: new AbortController() };
    if (response.destroyed) stream.gone.abort();
    else {
      this.#open.add(stream);
      this.#ofVisitors.set(visitor, open + 1);
      this.#count += 1;
      this.#checks ??= setInterval(() => void this.round(), checkMs).unref();
      response.once('close', () => {
        this.#leave(visitor);
        this.#end(stream);
      });
    }
    return stream.gone.signal;
  }

  /** Checks all streams, in case the news of a change was lost. */
  round(): Promise<void> {
    return this.#check([...this.#open]);
  }

  /** Reads each chat once. */
  async #check(streams: readonly VisitorStream[]): Promise<void> {
    for (const [id, ofChat] of Map.groupBy(streams, ({ chat }) => chat.id)) {
      try {
        const now = await this.chats.find(id);
        ofChat.filter((stream) => !admits(now, stream)).forEach((stream) => this.#end(stream));
      } catch {
        // The database is away: the next round asks again.
      }
    }
  }

  #end(stream: VisitorStream): void {
    this.#open.delete(stream);
    stream.gone.abort();
    if (this.#open.size > 0) return;
    clearInterval(this.#checks);
    this.#checks = undefined;
  }

  #leave(visitor: string): void {
    this.#count -= 1;
    const left = (this.#ofVisitors.get(visitor) ?? 1) - 1;
    if (left === 0) this.#ofVisitors.delete(visitor);
    else this.#ofVisitors.set(visitor, left);
  }
}

/** Whether the chat, as it is now, lets the visitor of a stream in. */
function admits(now: Chat | undefined, { chat }: VisitorStream): boolean {
  if (now?.isActive !== true) return false;
  return now.authType === 'public' || now.accessVersion === chat.accessVersion;
}
