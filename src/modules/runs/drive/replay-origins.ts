import { Injectable } from '@nestjs/common';
import { EventStore } from '#ledger/events/event-store.js';
import { SecretBox } from '#host/secrets/secret-box.js';
import { executionStream, type ExecutionEvent, type ExecutionStarted, type RunOrigin } from '#engine/execution.events.js';
import { RecordedRun } from '#engine/replay/recorded-run.js';
import { continuedFacts, replayedFacts } from '#engine/replay/replayed-facts.js';
import { resealed } from './sealing.js';

type Started = Pick<ReturnType<typeof ExecutionStarted>['payload'], 'origin' | 'startedAt'>;

/** Reads the run that a replay repeats. The first event of the replay names it, so every process that drives the replay finds it. */
@Injectable()
export class ReplayOrigins {
  constructor(
    private readonly store: EventStore,
    private readonly box: SecretBox,
  ) {}

  /**
   * The events that a new run copies from the run that it repeats.
   * @throws Error when that run is not stored any more: without its events, the replay would repeat effects that happened before
   */
  async copiedEvents(executionId: string, { origin, startedAt }: Started): Promise<readonly ExecutionEvent[]> {
    if (origin === undefined || (origin.from === undefined && origin.continues === undefined)) return [];
    const history = await this.#history(origin, executionId);
    const facts = origin.from === undefined ? continuedFacts(history, startedAt) : replayedFacts(history, origin.from, startedAt);
    if (facts === undefined) throw new Error(`Run ${origin.executionId}, which run ${executionId} repeats, is not stored any more`);
    return facts;
  }

  /** The record that answers for external systems in a recorded replay; undefined for every other run. */
  async recordFor(executionId: string, { origin }: Started): Promise<RecordedRun | undefined> {
    return origin?.mode === 'recorded' ? new RecordedRun(await this.#history(origin, executionId)) : undefined;
  }

  async #history({ executionId: from }: RunOrigin, to: string): Promise<readonly ExecutionEvent[]> {
    const events = await this.store.read(executionStream, from);
    return events.map((event) => resealed(event, this.box, { from, to }));
  }
}
