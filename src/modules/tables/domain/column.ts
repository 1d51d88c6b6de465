export const columnTypes = ['string', 'number', 'boolean', 'date', 'json'] as const;
export type ColumnType = (typeof columnTypes)[number];

export interface Column {
  /** Under which the cells are stored, for as long as the table lives: another name touches no row. */
  readonly id: string;
  readonly name: string;
  readonly type: ColumnType;
  readonly required: boolean;
  readonly unique: boolean;
  /** Filters and sorts by this column need not look at every row. */
  readonly indexed: boolean;
}

export type ColumnDraft = Omit<Column, 'id'>;

/** What a change of a column may change. */
export type ColumnChanges = Partial<ColumnDraft>;

/** Whether its values are kept in order beside the rows. */
export function isKeyed({ unique, indexed }: Pick<Column, 'unique' | 'indexed'>): boolean {
  return unique || indexed;
}

/** Names are told apart without case. */
export function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
