/** The limits of every table, independent of plans. Lengths are in characters. */
export const tableLimits = {
  name: 50,
  description: 500,
  columns: 50,
  columnName: 50,
  /** The size of one row as JSON. */
  rowBytes: 100 * 1024,
  /** The number of rows in one request. */
  batch: 1000,
} as const;
