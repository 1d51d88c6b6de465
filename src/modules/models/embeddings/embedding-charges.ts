import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { EventStore, StreamConflict, appendTo, type StreamAppend } from '#ledger/events/event-store.js';
import { Logger } from '#host/logging/logger.js';
import { Clock } from '#kernel/clock.js';
import { Ids } from '#kernel/ids.js';
import { Timers } from '#kernel/timers.js';
import { tokensCostUsd } from '../prices/tokens-cost.js';
import type { EmbeddingPrice } from './embedder.js';
import { KnowledgeEmbedded, embeddingChargeStream } from '../domain/embedding.events.js';

/** Who pays for embeddings, and who asked for them. */
export interface EmbeddingPayer {
  readonly workspaceId: string;
  readonly accountId: string;
  /** The API key of the request, if any. */
  readonly keyId?: string;
  /** The workflow of the run, if any. */
  readonly workflowId?: string;
}

interface Charge extends EmbeddingPayer, EmbeddingPrice {
  readonly tokens: number;
}

const writtenAfterMs = 2000;

/**
 * Records the cost of embeddings in the ledger of usage. Charges are collected in memory and written together, one event for each payer
 * and model. A process that is killed loses the charges of its last two seconds.
 */
@Injectable()
export class EmbeddingCharges implements BeforeApplicationShutdown {
  #pending = new Map<string, Charge>();
  #batches: (readonly StreamAppend[])[] = [];
  #cancelWrite: (() => void) | undefined;

  constructor(
    private readonly store: EventStore,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly timers: Timers,
    private readonly logger: Logger,
  ) {}

  note(charge: Charge): void {
    const { workspaceId, accountId, keyId, workflowId, model, priceUsd, keyOf, tokens } = charge;
    const name = [workspaceId, accountId, keyId, workflowId, model, priceUsd, keyOf].join();
    this.#pending.set(name, { ...charge, tokens: tokens + (this.#pending.get(name)?.tokens ?? 0) });
    this.#writeLater();
  }

  /** Appends all noted charges. A failed append is retried with the same stream ids, so nothing is charged twice. */
  async write(): Promise<void> {
    this.#cancelWrite?.();
    this.#cancelWrite = undefined;
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
      // An earlier attempt was durable and only its answer was lost.
      if (error instanceof StreamConflict) return;
      this.logger.warn({ err: error }, 'The charges for embeddings could not be written and will be retried');
      this.#batches.push(streams);
      this.#writeLater();
    }
  }

  #writeLater(): void {
    this.#cancelWrite ??= this.timers.after(writtenAfterMs, () => void this.write());
  }

  #stream({ priceUsd, keyOf, ...charge }: Charge): StreamAppend {
    const costUsd = tokensCostUsd(charge.tokens, priceUsd);
    const owner = keyOf === 'operator' ? {} : { keyOf };
    const event = KnowledgeEmbedded({ ...charge, ...owner, costUsd, at: this.clock.iso() });
    return appendTo(embeddingChargeStream.at(this.ids.next(), charge.workspaceId), { expected: 0, events: [event], meta: {} });
  }
}
