import { Injectable } from '@nestjs/common';
import type { StreamAppend } from '#ledger/events/event-store.js';
import type { Write } from '#ledger/rows/read-model.js';
import { infrastructureFaultOf } from '#ledger/database/faults/infrastructure-fault-of.js';
import { DomainError, notFound } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import type { ReplayProgress, ReplayRefusal } from '../../domain/delivery-replay.events.js';
import type { StoredDelivery } from '../../store/deliveries/delivery-rows.js';
import { Triggers } from '../../store/triggers.js';
import { DeliveryReplays, type StoredReplay } from '../../store/deliveries/delivery-replays.js';
import { Replays, type PreparedReplay, type Repetition } from './replays.js';
import { ReplayVersions } from './replay-versions.js';

/** How many deliveries one step repeats at most, and of how many bytes. */
const mostOfStep = 20;
const mostBytes = 1024 * 1024;
/** How many different reasons are stored. Further ones are counted without their text. */
const mostReasons = 20;

/** What one step makes durable, beside its own event. */
export interface PreparedStep {
  readonly progress: ReplayProgress;
  readonly streams: readonly StreamAppend[];
  readonly writes: readonly Write[];
  readonly isLast: boolean;
}

interface StepOptions {
  /** The metadata of the request: the replays act in the name of its user. */
  readonly meta: EventMeta;
  /** An error of the server counts as a refusal of the delivery, and does not end the step. */
  readonly isTolerant: boolean;
}

/** Prepares the next step of a bulk replay. Writes nothing. */
@Injectable()
export class ReplayStep {
  constructor(
    private readonly bulk: DeliveryReplays,
    private readonly replays: Replays,
    private readonly versions: ReplayVersions,
    private readonly triggers: Triggers,
  ) {}

  async prepare(replay: StoredReplay, { meta, isTolerant }: StepOptions): Promise<PreparedStep> {
    const deliveries = await this.bulk.next(replay, mostOfStep);
    const repetitions = this.#repetitions(replay, meta);
    const step = new Steps(replay);
    for (const delivery of deliveries) {
      try {
        step.add(delivery, await this.replays.prepare(delivery, await repetitions(delivery)));
      } catch (error) {
        const refusal = refusalOf(error, isTolerant);
        if (refusal === undefined) return step.end({ waitsFor: (error as DomainError).message });
        step.refuse(delivery, refusal);
      }
      if (step.bytes > mostBytes) return step.end({});
    }
    return step.end({ isLast: deliveries.length < mostOfStep });
  }

  /** The trigger and the version of a delivery, read once for each trigger. */
  #repetitions({ usesDraft }: StoredReplay, meta: EventMeta): (delivery: StoredDelivery) => Promise<Repetition> {
    const known = new Map<string, Promise<Repetition>>();
    const read = async (triggerId: string): Promise<Repetition> => {
      const trigger = await this.triggers.find(triggerId);
      if (trigger === undefined) throw notFound('Trigger');
      return { trigger, version: await this.versions.of(trigger, usesDraft), meta };
    };
    return ({ triggerId }) => {
      const found = known.get(triggerId) ?? read(triggerId);
      known.set(triggerId, found);
      return found;
    };
  }
}

/** Adds up what a step does. */
class Steps {
  readonly #streams: StreamAppend[] = [];
  readonly #writes: Write[] = [];
  readonly #refusals: Map<string, ReplayRefusal>;
  #upTo: string | null;
  #replayed: number;
  #refused: number;
  bytes = 0;

  constructor({ upTo, replayed, refused, refusals }: ReplayProgress) {
    [this.#upTo, this.#replayed, this.#refused] = [upTo, replayed, refused];
    this.#refusals = new Map(refusals.map((each) => [each.message, each]));
  }

  add({ id }: StoredDelivery, { append: { streams, writes }, input }: PreparedReplay): void {
    this.#upTo = id;
    this.#replayed += 1;
    this.#streams.push(...streams);
    this.#writes.push(...writes);
    this.bytes += Buffer.byteLength(JSON.stringify(input));
  }

  refuse({ id }: StoredDelivery, { code, message }: Pick<ReplayRefusal, 'code' | 'message'>): void {
    this.#upTo = id;
    this.#refused += 1;
    const count = (this.#refusals.get(message)?.count ?? 0) + 1;
    if (count > 1 || this.#refusals.size < mostReasons) this.#refusals.set(message, { code, message, count });
  }

  end({ waitsFor = null, isLast = false }: { waitsFor?: string | null; isLast?: boolean }): PreparedStep {
    const counts = { upTo: this.#upTo, replayed: this.#replayed, refused: this.#refused, refusals: [...this.#refusals.values()] };
    return { progress: { ...counts, waitsFor }, streams: this.#streams, writes: this.#writes, isLast };
  }
}

/** Why a delivery is not repeated; undefined when its account may not start runs at the moment. @throws errors that a later attempt may not meet */
function refusalOf(error: unknown, isTolerant: boolean): Pick<ReplayRefusal, 'code' | 'message'> | undefined {
  if (infrastructureFaultOf(error) !== undefined) throw error;
  if (!(error instanceof DomainError)) {
    if (!isTolerant) throw error;
    return { code: 'INTERNAL_ERROR', message: 'The server could not repeat the delivery' };
  }
  const { kind, code, message } = error;
  if (kind === 'unavailable') throw error;
  return kind === 'payment-required' || code === 'ACCOUNT_SUSPENDED' ? undefined : { code, message };
}
