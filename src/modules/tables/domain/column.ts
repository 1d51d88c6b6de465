export const columnTypes = ['string', 'number', 'boolean', 'date', 'json'] as const;
export type ColumnType = (typeof columnTypes)[number];

export interface Column {
  /** The key under which cells are stored. It never changes, so renaming a column touches no row. */
  readonly id: string;
  readonly name: string;
  readonly type: ColumnType;
  readonly required: boolean;
  readonly unique: boolean;
  /** Whether filters and sorts by this column can use an index. */
  readonly indexed: boolean;
}

export type ColumnDraft = Omit<Column, 'id'>;

/** The fields of a column that can be changed. */
export type ColumnChanges = Partial<ColumnDraft>;

/** Whether its values are kept in the table of keys. */
export function isKeyed({ unique, indexed }: Pick<Column, 'unique' | 'indexed'>): boolean {
  return unique || indexed;
}

/** Column names are case-insensitive. */
export function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
