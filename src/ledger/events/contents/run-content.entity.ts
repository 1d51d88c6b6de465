import { fleeting } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';

/** The whole payload of an event whose contents are not kept. The run needs it until it has ended. */
export interface RunContentRow {
  readonly streamId: string;
  /** Of the event, in its stream. */
  readonly position: number;
  /** The run that it belongs to. */
  readonly runId: string;
  /** As JSON text, which can hold every character. */
  readonly payload: string;
  readonly at: string;
}

export const runContent = new ReadModel<RunContentRow, 'streamId' | 'position'>({
  table: 'run_content',
  key: ['streamId', 'position'],
  kept: fleeting('contents of runs that keep none; deleted within ten minutes of the end of the run'),
  columns: {
    streamId: { type: 'uuid' },
    position: { type: 'integer' },
    runId: { type: 'uuid' },
    payload: { type: 'text' },
    at: { type: 'timestamptz' },
  },
});
