import type { StreamAppend } from '#ledger/events/event-store.js';
import type { Write } from '#ledger/rows/read-model.js';
import type { EventMeta } from '#kernel/event.js';
import type { BlockPaused, PauseEnded } from '#engine/execution.events.js';
import type { ExecutionState } from '#engine/execution.state.js';

/** A run that has asked a question and is now paused or has ended. */
export interface RestingRun {
  readonly executionId: string;
  readonly state: ExecutionState;
  /** The open pauses: questions and timers. Empty for a run that has ended. */
  readonly waits: readonly ReturnType<typeof BlockPaused>['payload'][];
  readonly meta: EventMeta;
}

/** A run that is active in other branches than those that ask. */
export interface AskingRun extends Pick<RestingRun, 'executionId' | 'meta'> {
  readonly started: ExecutionState['started'];
  readonly asked: RestingRun['waits'];
}

/** The appends that become durable together with the pause or end of the run. */
export interface Rest {
  readonly streams: readonly StreamAppend[];
  readonly writes: readonly Write[];
  /** Answers that were queued: the run continues with them at once. */
  readonly answered: readonly ReturnType<typeof PauseEnded>[];
}

/**
 * Records what a run asks and what was answered. The module pauses implements it; its README says why a pause is decided there and carried
 * out here (docs/adr/0021).
 */
export abstract class PauseBook {
  /** Called again for the same rest when an answer was appended before the result became durable. */
  abstract rest(run: RestingRun): Promise<Rest>;

  /** Opens questions before the run rests. @returns nothing when all of them are known */
  abstract ask(run: AskingRun): Promise<readonly StreamAppend[]>;

  /** The context ids of the questions whose answers wait for their turn. */
  abstract queued(executionId: string, workspaceId: string): Promise<ReadonlySet<string>>;

  /** The id of the answer account of a run, whether it exists or not. */
  abstract accountOf(executionId: string, workspaceId: string): string;

  /** The runs of a workflow that wait for an answer. */
  abstract askingOf(workflowId: string): Promise<readonly string[]>;

  /** When the run asked the questions that it waits for, in ISO 8601; undefined if it waits for no person. */
  abstract askedSince(executionId: string, workspaceId: string): Promise<string | undefined>;
}
