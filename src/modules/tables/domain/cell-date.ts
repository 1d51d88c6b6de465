const moment = /^(\d{4}-\d\d-(\d\d))(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?)?$/;

/**
 * A date, or a date and time in ISO 8601. A date stays one; a time becomes `2031-03-04T05:06:07.000Z`, taken as UTC where it
 * names no zone. @returns undefined for everything else
 */
export function cellDate(text: string): string | undefined {
  const [whole, date, day, zone] = moment.exec(text) ?? [];
  if (whole === undefined || date === undefined) return undefined;
  const isDate = whole === date;
  const time = Date.parse(isDate || zone !== undefined ? whole : `${whole}Z`);
  // The parser would turn February 30 into a day in March.
  if (Number.isNaN(time) || new Date(`${date}T00:00:00Z`).getUTCDate() !== Number(day)) return undefined;
  return isDate ? date : new Date(time).toISOString();
}

/** The moment of a cell, by which dates are compared: that of a day is its beginning. */
export function momentOf(cell: string): string {
  return cell.length === 10 ? `${cell}T00:00:00.000Z` : cell;
}
