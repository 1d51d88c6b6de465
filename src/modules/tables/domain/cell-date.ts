const commonYear = /^(?!0000)\d{4}-/;
const moment = /^(\d{4}-\d\d-(\d\d))(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?)?$/;

/**
 * Reads an ISO 8601 date or time. A date stays a date. A time becomes `2031-03-04T05:06:07.000Z`; UTC is assumed where it has no offset.
 * @returns undefined for any other text
 */
export function cellDate(text: string): string | undefined {
  const [whole, date, day, zone] = moment.exec(text) ?? [];
  if (whole === undefined || date === undefined) return undefined;
  const isDate = whole === date;
  const time = Date.parse(isDate || zone !== undefined ? whole : `${whole}Z`);
  // Date.parse would turn February 30 into a day in March.
  if (Number.isNaN(time) || new Date(`${date}T00:00:00Z`).getUTCDate() !== Number(day)) return undefined;
  const cell = isDate ? date : new Date(time).toISOString();
  // A time zone can move the moment out of the four-digit years; a database has no year 0.
  return commonYear.test(cell) ? cell : undefined;
}

/** The time by which dates are compared; a date counts as its midnight in UTC. */
export function momentOf(cell: string): string {
  return cell.length === 10 ? `${cell}T00:00:00.000Z` : cell;
}
