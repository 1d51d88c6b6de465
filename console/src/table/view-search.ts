/** What the address of a table says, as texts. */
export interface TableSearch {
  /** The filter and the sort of the API, as JSON. */
  readonly filter?: string;
  readonly sort?: string;
  /** The table as it was at this time, ISO 8601. */
  readonly asOf?: string;
  /** The row that is shown beside the grid; `new` for one to be added. */
  readonly row?: string;
}

/** Keeps what the page understands; a link with anything else still opens. */
export function tableSearchFrom({ filter, sort, asOf, row }: Readonly<Record<string, unknown>>): TableSearch {
  const moment = typeof asOf === 'string' && !Number.isNaN(Date.parse(asOf)) ? new Date(asOf).toISOString() : undefined;
  const found = {
    filter: isObjectText(filter) ? filter : undefined,
    sort: isObjectText(sort) ? sort : undefined,
    asOf: moment,
    row: typeof row === 'string' && row !== '' ? row : undefined,
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

function isObjectText(text: unknown): text is string {
  return typeof text === 'string' && objectOf(text) !== undefined;
}

export function objectOf(text: string | undefined): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** The column by which the rows are sorted. */
export interface Sort {
  readonly column: string;
  readonly direction: 'asc' | 'desc';
}

export function sortOf(text: string | undefined): Sort | undefined {
  const [entry] = Object.entries(objectOf(text) ?? {});
  return entry === undefined ? undefined : { column: entry[0], direction: entry[1] === 'desc' ? 'desc' : 'asc' };
}

export function sortText(sort: Sort | undefined): string | undefined {
  return sort === undefined ? undefined : JSON.stringify({ [sort.column]: sort.direction });
}
