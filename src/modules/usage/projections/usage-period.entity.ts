import { record } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';

/** The cost of an account in a billing period. */
export interface UsagePeriodRow {
  readonly accountId: string;
  /** The first day of the period, a calendar month in UTC. */
  readonly month: string;
  /** In billionths of a US dollar, because sums of integers are exact. */
  readonly costNanoUsd: number;
}

export const usagePeriod = new ReadModel<UsagePeriodRow, 'accountId' | 'month'>({
  table: 'usage_period',
  key: ['accountId', 'month'],
  kept: record('the usage of accounts, one row for each month'),
  columns: { accountId: { type: 'uuid' }, month: { type: 'date' }, costNanoUsd: { type: 'bigint' } },
});
