/** What a table may be like, whatever the plan. Lengths are characters. */
export const tableLimits = {
  name: 50,
  description: 500,
  columns: 50,
  columnName: 50,
  /** One row, as JSON. */
  rowBytes: 100 * 1024,
  /** Rows in one request. */
  batch: 1000,
} as const;
