import { Injectable } from '@nestjs/common';
import { appendTo, EventStore, type Lease, type StreamAppend } from '#ledger/events/event-store.js';
import type { Write } from '#ledger/rows/read-model.js';
import { Clock } from '#kernel/clock.js';
import { DomainError } from '#kernel/errors.js';
import type { EventMeta, RequestSource } from '#kernel/event.js';
import { Ids } from '#kernel/ids.js';
import type { Json } from '#kernel/json.js';
import { TriggeredRuns, type QueuedJob } from '#modules/runs/index.js';
import {
  DeliveryAccepted,
  DeliveryDuplicated,
  DeliveryFiltered,
  DeliveryHeld,
  DeliveryRefused,
  DeliverySkipped,
  deliveryStream,
  type DeliveryEvent,
  type DeliveryHeaders,
} from '../domain/delivery.events.js';
import { verdictOn, type DeliveryOutcome, type Refusal, type RefusalReason } from '../domain/delivery.state.js';
import { pollsOfKind, scheduleOf, triggerOfKind } from '../kinds/trigger-kinds.js';
import { DeliveryClaims } from '../store/deliveries/delivery-claims.js';
import type { RegisteredTrigger } from '../store/triggers.js';
import { DeliveryRates } from './delivery-rates.js';
import { RecordingLimit, type LimitedOutcome } from './recording-limit.js';

/** What becomes durable with a delivery. */
export interface Alongside {
  readonly streams?: readonly StreamAppend[];
  readonly writes?: readonly Write[];
  /** Without it nothing is stored, neither the delivery nor its run. */
  readonly lease?: Lease;
}

/** An event that has reached a trigger. */
export interface Arrival {
  /** The trigger as it is now. */
  readonly trigger: RegisteredTrigger;
  /** What the run receives as its input. */
  readonly payload: Json;
  /** The payload with the files that came with it, which are stored for this. Is called only if the payload will be stored. */
  readonly withFiles?: () => Promise<Json>;
  /** Two events of one trigger with one key within 7 days are the same event. Absent: the event is not deduplicated. */
  readonly key?: string;
  /** The headers of a request, without those that carry credentials. */
  readonly headers?: DeliveryHeaders;
  readonly source?: RequestSource;
  /** When a schedule was due, in ISO 8601. */
  readonly scheduledFor?: string;
  /** The workflows whose runs led to this event, the first one first. */
  readonly callChain?: readonly string[];
  /**
   * Becomes durable with the delivery: the cursor of a schedule or of a poll. A duplicate does not write it. A function receives the run, or null if
   * there is none.
   */
  readonly alongside?: Alongside | ((run: Pick<QueuedJob, 'jobId' | 'executionId'> | null) => Alongside);
}

/** A delivery that is durable. */
export interface Delivered {
  readonly outcome: DeliveryOutcome;
  /** Of a duplicate: the delivery with the same key that came first. A refusal beyond the limit of recordings is not stored under its id. */
  readonly deliveryId: string;
  readonly executionId: string | null;
  readonly jobId: string | null;
  /** Why there is no run, for programs. */
  readonly reason: string | null;
}

const noRun = { executionId: null, jobId: null, reason: null } as const;

/** The refusals of a start that are the state of an account and no fault. */
const refusals: Readonly<Partial<Record<DomainError['kind'], RefusalReason>>> = {
  'payment-required': 'payment-required',
  forbidden: 'suspended',
  'not-found': 'workspace-deleted',
  conflict: 'call-chain-too-deep',
};

/** Makes events that reached triggers durable, each with one outcome, before their sender is answered. */
@Injectable()
export class Deliveries {
  constructor(
    private readonly store: EventStore,
    private readonly runs: TriggeredRuns,
    private readonly claims: DeliveryClaims,
    private readonly rates: DeliveryRates,
    private readonly recording: RecordingLimit,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /**
   * Starts a run, or holds or refuses the event if the trigger is paused, disabled or retired. One append, durable when it resolves.
   * @throws DomainError limited for webhooks and schedules, when their plan allows no more deliveries at the moment; then nothing is stored
   */
  async accept(arrival: Arrival): Promise<Delivered> {
    const { trigger, key } = arrival;
    const verdict = verdictOn(trigger);
    if (verdict.outcome === 'refused') return this.#refuse(arrival, verdict);
    // Before a token is taken and a file is stored.
    const denied = verdict.outcome === 'accepted' ? await this.#denied(arrival) : undefined;
    if (denied !== undefined) return this.#refuse(arrival, denied);
    const giveBack = isLimited(trigger) ? await this.rates.take(trigger) : () => undefined;
    const accept = (): Promise<Delivered> => (verdict.outcome === 'held' ? this.#hold(arrival) : this.#run(arrival));
    const earlier = await this.#once(arrival, accept).catch((error: unknown) => {
      giveBack();
      throw error;
    });
    if ('outcome' in earlier) return earlier;
    giveBack();
    const { deliveryId, executionId } = earlier;
    const duplicated = DeliveryDuplicated({ ...this.#received(arrival), duplicateOf: deliveryId, earlierExecutionId: executionId });
    if (await this.#records(arrival, 'duplicate')) await this.#append(arrival, this.ids.next(), duplicated, { isDuplicate: true });
    return { outcome: 'duplicate', ...earlier, reason: key === undefined ? null : 'duplicate-key' };
  }

  /** Whether the event would start a run now, for what has to happen before it does. @throws DomainError limited, as `accept` does */
  async wouldStart(arrival: Arrival): Promise<boolean> {
    const { trigger } = arrival;
    if (verdictOn(trigger).outcome !== 'accepted' || (await this.#denied(arrival)) !== undefined) return false;
    if (isLimited(trigger)) (await this.rates.take(trigger))();
    return true;
  }

  /** For events that wait where they are. @throws DomainError while the account of the trigger may not start runs */
  async requireStart({ workspaceId }: RegisteredTrigger): Promise<void> {
    await this.runs.requireAllowed({ workspaceId });
  }

  /** Records an event to which the trigger does not react, such as another kind of event of its provider, up to the limit of recordings. */
  async filter(arrival: Arrival, reason: string): Promise<Delivered> {
    const { payload } = arrival;
    if (!(await this.#records(arrival, 'filtered'))) return { outcome: 'filtered', deliveryId: this.ids.next(), ...noRun, reason };
    return this.#without(arrival, 'filtered', DeliveryFiltered({ ...this.#received(arrival), payload, reason }), reason);
  }

  /** Records an occurrence of a schedule that starts no run. */
  async skip(arrival: Arrival, reason: string): Promise<Delivered> {
    const { payload } = arrival;
    return this.#without(arrival, 'skipped', DeliverySkipped({ ...this.#received(arrival), payload, reason }), reason);
  }

  /** The same for the append of another delivery of the trigger. */
  skipping(arrival: Arrival, reason: string): StreamAppend {
    const { payload } = arrival;
    return this.#stream(arrival, this.ids.next(), DeliverySkipped({ ...this.#received(arrival), payload, reason }), undefined);
  }

  /** Does it unless the key is taken. A key whose time is over is free, so it is tried once more. */
  async #once(
    arrival: Arrival,
    act: () => Promise<Delivered>,
  ): Promise<Delivered | Pick<Delivered, 'deliveryId' | 'executionId' | 'jobId'>> {
    try {
      return await act();
    } catch (error) {
      if (arrival.key === undefined || !this.claims.isTaken(error)) throw error;
      return (await this.claims.holder(arrival.trigger.id, arrival.key)) ?? (await act());
    }
  }

  #denied({ trigger: { workspaceId }, callChain = [] }: Arrival): Promise<Refusal | undefined> {
    return refusalOf(this.runs.requireAllowed({ workspaceId, callChain }));
  }

  async #run(arrival: Arrival): Promise<Delivered> {
    const { trigger, callChain } = arrival;
    const { workflowId, workspaceId, version: deploymentVersion, kind, provider, blockId, id: triggerId } = trigger;
    const deliveryId = this.ids.next();
    const scheduled = arrival.scheduledFor === undefined ? {} : { scheduledFor: arrival.scheduledFor };
    const start = {
      workflowId,
      workspaceId,
      deploymentVersion,
      trigger: triggerOfKind(kind),
      triggerSource: { kind, provider, triggerId, deliveryId, blockId, ...scheduled },
      ...(callChain === undefined ? {} : { callChain }),
      meta: metaOf(arrival),
    };
    const preparing = this.runs.prepare({ ...start, input: await contentOf(arrival) });
    const refusal = await refusalOf(preparing);
    if (refusal !== undefined) return this.#refuse(arrival, refusal);
    const job = await preparing;
    const { executionId, jobId } = job;
    const accepted = DeliveryAccepted({ ...this.#received(arrival), executionId, jobId, version: deploymentVersion });
    await this.#append(arrival, deliveryId, accepted, { job });
    this.runs.announce();
    return { outcome: 'accepted', deliveryId, executionId, jobId, reason: null };
  }

  async #hold(arrival: Arrival): Promise<Delivered> {
    const { callChain = [] } = arrival;
    const chain = callChain.length === 0 ? {} : { callChain };
    const held = DeliveryHeld({ ...this.#received(arrival), payload: await contentOf(arrival), ...chain });
    return this.#without(arrival, 'held', held, null, true);
  }

  async #refuse(arrival: Arrival, { reason, message }: Refusal): Promise<Delivered> {
    if (!isRepeatedByReplayOnly(arrival, reason) && !(await this.#records(arrival, 'refused'))) {
      const { streams = [], writes = [], ...lease } = alongsideOf(arrival, null);
      if (streams.length + writes.length > 0) await this.store.append({ streams, writes, ...lease });
      return { outcome: 'refused', deliveryId: this.ids.next(), ...noRun, reason };
    }
    const payload = await contentOf(arrival);
    return this.#without(arrival, 'refused', DeliveryRefused({ ...this.#received(arrival), payload, reason, message }), reason);
  }

  /** Whether the event is stored as a delivery. An occurrence of a schedule is: no sender can cause more of them. */
  async #records({ trigger, scheduledFor }: Arrival, outcome: LimitedOutcome): Promise<boolean> {
    return scheduledFor !== undefined || (await this.recording.allows(trigger, outcome));
  }

  async #without(
    arrival: Arrival,
    outcome: DeliveryOutcome,
    event: DeliveryEvent,
    reason: string | null,
    claims = false,
  ): Promise<Delivered> {
    const deliveryId = this.ids.next();
    await this.#append(arrival, deliveryId, event, { claims });
    return { outcome, deliveryId, ...noRun, reason };
  }

  #received({ trigger, key, headers, scheduledFor }: Arrival) {
    const { id: triggerId, workflowId, blockId, kind, provider } = trigger;
    return {
      triggerId,
      workflowId,
      blockId,
      kind,
      provider,
      ...(key === undefined ? {} : { key }),
      ...(headers === undefined ? {} : { headers }),
      ...(scheduledFor === undefined ? {} : { scheduledFor }),
      receivedAt: this.clock.now().toISOString(),
    };
  }

  /** What becomes durable with a delivery: the claim of its key if it takes effect, its run, and what came with it unless it is a duplicate. */
  async #append(
    arrival: Arrival,
    deliveryId: string,
    event: DeliveryEvent,
    { job, claims = job !== undefined, isDuplicate = false }: { job?: QueuedJob; claims?: boolean; isDuplicate?: boolean },
  ): Promise<void> {
    const { trigger, key } = arrival;
    const claim = key === undefined || !claims ? [] : [this.claims.claim(trigger.id, key, deliveryId)];
    const more = isDuplicate ? {} : alongsideOf(arrival, job ?? null);
    const outlinedRun = job === undefined ? await this.#outlinedAs(deliveryId, trigger) : job.streams[0]?.outlinedRun;
    await this.store.append({
      streams: [this.#stream(arrival, deliveryId, event, outlinedRun), ...(job?.streams ?? []), ...(more.streams ?? [])],
      writes: [...claim, ...(job?.writes ?? []), ...(more.writes ?? [])],
      ...(more.lease === undefined ? {} : { lease: more.lease }),
    });
  }

  /** The delivery itself, if its workflow keeps no contents. */
  async #outlinedAs(deliveryId: string, trigger: RegisteredTrigger): Promise<string | undefined> {
    const { workflowId, workspaceId, version: deploymentVersion, kind, id: triggerId, blockId } = trigger;
    const run = { workflowId, workspaceId, deploymentVersion, triggerSource: { kind, triggerId, blockId } };
    return (await this.runs.keepContents(run)) ? undefined : deliveryId;
  }

  #stream(arrival: Arrival, deliveryId: string, event: DeliveryEvent, outlinedRun: string | undefined): StreamAppend {
    const at = deliveryStream.at(deliveryId, arrival.trigger.workspaceId);
    return appendTo(at, { expected: 0, events: [event], meta: metaOf(arrival), outlinedRun });
  }
}

/** Changes of tables and polls wait in their own tables. */
function isLimited({ path, kind, config }: RegisteredTrigger): boolean {
  return path !== null || (scheduleOf({ kind, config }) !== undefined && !pollsOfKind(kind));
}

/** A sender of requests repeats what its receiver cannot pay for. A change of a table or an item of a feed comes once. */
function isRepeatedByReplayOnly({ trigger }: Arrival, reason: RefusalReason): boolean {
  return trigger.path === null && (reason === 'payment-required' || reason === 'suspended');
}

function contentOf({ payload, withFiles }: Arrival): Json | Promise<Json> {
  return withFiles === undefined ? payload : withFiles();
}

/** Undefined if the work succeeds. @throws what is no refusal */
async function refusalOf(work: Promise<unknown>): Promise<Refusal | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    const reason = error instanceof DomainError ? refusals[error.kind] : undefined;
    if (reason === undefined) throw error;
    return { outcome: 'refused', reason, message: (error as DomainError).message };
  }
}

function alongsideOf({ alongside = {} }: Arrival, job: QueuedJob | null): Alongside {
  return typeof alongside === 'function' ? alongside(job) : alongside;
}

function metaOf({ source, trigger }: Arrival): EventMeta {
  return { ...source, causationId: trigger.id };
}
