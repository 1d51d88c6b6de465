/** What a spreadsheet would take for a formula, perhaps behind apostrophes. */
const formula = /^'*[=+\-@\t\r]/;
const needsQuotes = /[",\r\n]|^\s|\s$/;

/** A field of a CSV file, in quotes where it needs them (RFC 4180). */
export function csvField(text: string): string {
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A text of a stranger: one that a spreadsheet would run has an apostrophe in front. Not a field yet. */
export function withoutFormula(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}
