import { settings } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';

/** How far a consumer has come, and what is on its way to it. */
export interface ExportConsumerRow {
  readonly name: string;
  readonly feed: string;
  /** All of the feed up to here has arrived, or is in the batch on its way. */
  readonly place: string | null;
  /** Of the last batch that has arrived; 0: none has. */
  readonly number: number | string;
  readonly hash: string | null;
  /** The batch on its way, and where it belongs. */
  readonly batch: string | null;
  readonly batchPlace: number | string | null;
}

export const exportConsumerTable = new ReadModel<ExportConsumerRow, 'name' | 'feed'>({
  table: 'export_consumer',
  key: ['name', 'feed'],
  kept: settings('one for each consumer and feed of the exports file, with its unsent batch'),
  columns: {
    name: { type: 'text' },
    feed: { type: 'text' },
    place: { type: 'text', nullable: true },
    number: { type: 'bigint' },
    hash: { type: 'text', nullable: true },
    batch: { type: 'text', nullable: true },
    batchPlace: { type: 'bigint', nullable: true },
  },
});
