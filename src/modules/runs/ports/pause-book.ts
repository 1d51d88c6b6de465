import type { StreamAppend } from '#ledger/events/event-store.js';
import type { Write } from '#ledger/rows/read-model.js';
import type { EventMeta } from '#kernel/event.js';
import type { BlockPaused, PauseEnded } from '#engine/execution.events.js';
import type { ExecutionState } from '#engine/execution.state.js';

/** A run that has come to rest after it asked somebody: it waits, or it has ended. */
export interface RestingRun {
  readonly executionId: string;
  readonly state: ExecutionState;
  /** The pauses that are not over: questions and moments. Empty for a run that has ended. */
  readonly waits: readonly ReturnType<typeof BlockPaused>['payload'][];
  readonly meta: EventMeta;
}

/** What is kept of a rest beside the run itself. It becomes durable together with the rest. */
export interface Rest {
  readonly streams: readonly StreamAppend[];
  readonly writes: readonly Write[];
  /** Answers that had to wait for the run: it goes on with them at once. */
  readonly answered: readonly ReturnType<typeof PauseEnded>[];
}

/**
 * Records what a run asks and what was answered. The module pauses implements it; its README says why a pause is decided there and carried
 * out here (docs/adr/0021).
 */
export abstract class PauseBook {
  /** May be asked again for the same rest, when what it said has been overtaken before it was durable. */
  abstract rest(run: RestingRun): Promise<Rest>;

  /** The name of the account of a run, whether there is one or not. */
  abstract accountOf(executionId: string, workspaceId: string): string;
}
