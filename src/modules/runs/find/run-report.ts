import type { Json } from '#kernel/json.js';
import type { ExecutionEvent } from '#engine/execution.events.js';
import { foldExecution, type ExecutionState } from '#engine/execution.state.js';
import { RunSpending } from '#engine/trace/run-spending.js';
import { addSelected, selectedValues, type SelectedOutput } from './output-selection.js';
import { OpenPauses } from './pause-view.js';

/** What the status of a run shows, from its events one after the other: none of them is kept. */
export class RunReport {
  readonly spending = new RunSpending();
  readonly pauses = new OpenPauses();
  readonly #outputs: Record<string, Json> = {};
  #state: ExecutionState | undefined;

  constructor(private readonly selection: readonly SelectedOutput[]) {}

  /** Undefined before the first event. */
  get state(): ExecutionState | undefined {
    return this.#state;
  }

  /** The latest selected values of each block; a block may run several times. */
  get blockOutputs(): Readonly<Record<string, Json>> {
    return this.#outputs;
  }

  take(events: readonly ExecutionEvent[]): void {
    this.#state = foldExecution(events, this.#state);
    for (const event of events) {
      this.spending.take(event);
      this.pauses.take(event);
      this.#select(event);
    }
  }

  #select({ type, payload }: ExecutionEvent): void {
    if (type !== 'execution.block-completed' && type !== 'execution.block-failed') return;
    for (const { path, value } of selectedValues(this.selection, payload.blockId, payload.output))
      addSelected(this.#outputs, payload.blockId, path, value);
  }
}
