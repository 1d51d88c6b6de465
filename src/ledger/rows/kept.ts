/** What becomes of the rows of a table, so that it does not grow for ever, and why. */
export type Kept =
  | { readonly kind: 'month' | 'fleeting' | 'with-owner' | 'settings' | 'record'; readonly reason: string }
  | { readonly kind: 'with-run'; readonly reason: string; readonly column: string };

/** A table and what becomes of its rows. Every read model is one. */
export interface Table {
  readonly table: string;
  readonly kept: Kept;
}

/**
 * The table is partitioned by the id of the run, and its rows lie in the month of their run, like the events. A month is dropped, or replaced
 * by what stays, when the time of its runs is over.
 */
export const month = (reason: string): Kept => ({ kind: 'month', reason });

/** Rows are deleted together with the run that this column names. For small tables, and for rules that months cannot keep. */
export const withRun = (column: string, reason: string): Kept => ({ kind: 'with-run', column, reason });

/** Rows are deleted without a request within about a day. */
export const fleeting = (reason: string): Kept => ({ kind: 'fleeting', reason });

/** There are as many rows as things that users have created and not deleted; rows are deleted together with those things. */
export const withOwner = (reason: string): Kept => ({ kind: 'with-owner', reason });

/** A few rows for each thing that a user has set up, kept as its record. */
export const settings = (reason: string): Kept => ({ kind: 'settings', reason });

/** Kept for ever on purpose. */
export const record = (reason: string): Kept => ({ kind: 'record', reason });
