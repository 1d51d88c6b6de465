import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { Config } from '#host/config/config.js';
import { EventStore, StreamConflict, type StreamAppend } from '#ledger/events/event-store.js';
import { Logger } from '#host/logging/logger.js';
import { Clock } from '#kernel/clock.js';
import { Ids } from '#kernel/ids.js';
import { Timers } from '#kernel/timers.js';
import { KnowledgeEmbedded } from '../domain/knowledge.events.js';

/** For whom texts are embedded. */
export interface EmbeddingPayer {
  readonly workspaceId: string;
  readonly accountId: string;
  /** With which key, where somebody asks with one. */
  readonly keyId?: string;
  /** For which workflow, where a run asks. */
  readonly workflowId?: string;
}

interface Charge extends EmbeddingPayer {
  readonly model: string;
  readonly tokens: number;
}

const writtenAfterMs = 2000;

/**
 * What embeddings cost, for the ledger of usage. Noting costs nothing; the events are written later, those of one workspace together. A
 * process that is killed in between has not charged for its last two seconds.
 */
@Injectable()
export class EmbeddingCharges implements BeforeApplicationShutdown {
  #pending = new Map<string, Charge>();
  #batches: (readonly StreamAppend[])[] = [];
  #callOff: (() => void) | undefined;

  constructor(
    private readonly config: Config,
    private readonly store: EventStore,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly timers: Timers,
    private readonly logger: Logger,
  ) {}

  note(charge: Charge): void {
    const { workspaceId, accountId, keyId, workflowId, model, tokens } = charge;
    const name = [workspaceId, accountId, keyId, workflowId, model].join();
    this.#pending.set(name, { ...charge, tokens: tokens + (this.#pending.get(name)?.tokens ?? 0) });
    this.#writeLater();
  }

  /** Writes what is noted. What may not have been written is tried again as it is, under the same ids, so that nothing is charged twice. */
  async write(): Promise<void> {
    this.#callOff?.();
    this.#callOff = undefined;
    const batches = this.#batches;
    if (this.#pending.size > 0) batches.push([...this.#pending.values()].map((charge) => this.#stream(charge)));
    this.#pending = new Map();
    this.#batches = [];
    for (const streams of batches) await this.#append(streams);
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.write();
  }

  async #append(streams: readonly StreamAppend[]): Promise<void> {
    try {
      await this.store.append({ streams });
    } catch (error) {
      // Its answer was lost before, but it had been written.
      if (error instanceof StreamConflict) return;
      this.logger.warn({ err: error }, 'What embeddings cost could not be written; it will be tried again');
      this.#batches.push(streams);
      this.#writeLater();
    }
  }

  #writeLater(): void {
    this.#callOff ??= this.timers.after(writtenAfterMs, () => void this.write());
  }

  #stream(charge: Charge): StreamAppend {
    const event = KnowledgeEmbedded({ ...charge, costUsd: this.#cost(charge.tokens), at: this.clock.iso() });
    return { streamId: this.ids.next(), lifetime: 'ledger', workspaceId: charge.workspaceId, expected: 0, events: [event], meta: {} };
  }

  #cost(tokens: number): number {
    return Math.round(tokens * (this.config.embeddingsPrice ?? 0) * 1e3) / 1e9;
  }
}
