import { settings } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';

/** The progress of a consumer, and its unsent batch. */
export interface ExportConsumerRow {
  readonly name: string;
  readonly feed: string;
  /** All entries up to this place have arrived or are in the unsent batch. */
  readonly place: string | null;
  /** The number of the last batch that has arrived; 0 if none has. */
  readonly number: number | string;
  readonly hash: string | null;
  /** The unsent batch and its place. */
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
