const formats = new Map<string, Intl.DateTimeFormat>();

/** A moment in words of English. Formats are kept: making one takes longer than a row of a list may. */
export function dateText(at: Date | number, options: Intl.DateTimeFormatOptions): string {
  const key = JSON.stringify(options);
  const known = formats.get(key) ?? new Intl.DateTimeFormat('en', options);
  formats.set(key, known);
  return known.format(at);
}
