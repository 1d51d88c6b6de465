import type { ServerResponse } from 'node:http';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Request } from 'express';
import { OpenStreams } from '#edge/stream/open-streams.js';
import type { Caller } from '#kernel/caller.js';
import { type Change, Changes } from '#ledger/projections/changes.js';
import { ApiKeyGuard } from '../api-key.guard.js';
import { decisiveEventsOfSessions } from '../decisive-events.js';

interface AdmittedStream {
  readonly request: Request;
  readonly gone: AbortController;
  /** Who reads, as of the last check. */
  caller: Caller;
  /** Rounds until the next check. */
  rest: number;
}

const roundMs = 1000;
/** What changes access tells of itself, except when the news is lost and where only time has passed. */
const mostRest = 15;
/** Checks that may wait for the database at the same moment. */
const lanes = 8;

/**
 * Open streams of callers with a credential. A stream ends when its reader disconnects, and when the credential has ended or reaches the workspace of the
 * request no longer. It is checked when something has changed that concerns its caller, and otherwise every 15 seconds.
 */
@Injectable()
export class AdmittedStreams implements OnModuleDestroy {
  readonly #open = new Set<AdmittedStream>();
  readonly #stopListening: () => void;
  #rounds: NodeJS.Timeout | undefined;

  constructor(
    private readonly streams: OpenStreams,
    private readonly guard: ApiKeyGuard,
    changes: Changes,
  ) {
    this.#stopListening = changes.on(decisiveEventsOfSessions, (change) => this.#hear(change));
  }

  onModuleDestroy(): void {
    this.#stopListening();
    clearInterval(this.#rounds);
  }

  /** Opens a stream within the limit of its key. @returns a signal that aborts at its end @throws DomainError limited */
  enter(caller: Caller, request: Request, response: ServerResponse): AbortSignal {
    return this.#admit(caller, request, this.streams.enter(caller, response));
  }

  /** Opens a stream without checking the limit, for a reader whose run has started. */
  count(caller: Caller, request: Request, response: ServerResponse): AbortSignal {
    return this.#admit(caller, request, this.streams.count(caller, response));
  }

  /** A second has passed: checks the streams whose turn it is. */
  async round(): Promise<void> {
    for (const stream of this.#open) stream.rest -= 1;
    await this.#check();
  }

  #admit(caller: Caller, request: Request, left: AbortSignal): AbortSignal {
    if (left.aborted) return left;
    const stream: AdmittedStream = { request, gone: new AbortController(), caller, rest: mostRest };
    this.#open.add(stream);
    this.#rounds ??= setInterval(() => void this.round(), roundMs).unref();
    left.addEventListener('abort', () => this.#end(stream), { once: true });
    return stream.gone.signal;
  }

  /** The caches forget on the same news, so they are asked after all have heard it. */
  #hear(change: Change): void {
    let isHeard = false;
    for (const stream of this.#open) {
      if (!concerns(change, stream)) continue;
      stream.rest = 0;
      isHeard = true;
    }
    if (isHeard) setImmediate(() => void this.#check());
  }

  async #check(): Promise<void> {
    const due = [...this.#open].filter(({ rest }) => rest <= 0);
    for (const stream of due) stream.rest = mostRest;
    const left = due.values();
    const lane = async (): Promise<void> => {
      for (const stream of left) await this.#checkOne(stream);
    };
    await Promise.all(Array.from({ length: lanes }, lane));
  }

  async #checkOne(stream: AdmittedStream): Promise<void> {
    const { request } = stream;
    try {
      const caller = await this.guard.present(request);
      const workspaceId = request.subject?.workspaceId;
      if (caller === undefined || (workspaceId !== undefined && caller.permissionIn(workspaceId) === undefined)) this.#end(stream);
      else stream.caller = caller;
    } catch {
      // The database is away: the next round asks again.
      stream.rest = 1;
    }
  }

  #end(stream: AdmittedStream): void {
    this.#open.delete(stream);
    stream.gone.abort();
    if (this.#open.size > 0) return;
    clearInterval(this.#rounds);
    this.#rounds = undefined;
  }
}

/** Whether something may have changed for the reader of a stream: their credential, user or payer, or the workspace of the stream or its organization. */
function concerns({ streamId }: Change, { caller, request }: AdmittedStream): boolean {
  const { userId, account } = caller;
  if (streamId === userId || streamId === account.userId) return true;
  if (caller.kind === 'api-key' && streamId === caller.credential.keyId) return true;
  if (caller.kind === 'session' && streamId === caller.credential.sessionId) return true;
  const workspaceId = request.subject?.workspaceId;
  return workspaceId === undefined || streamId === workspaceId || streamId === caller.workspaces.get(workspaceId)?.organizationId;
}
