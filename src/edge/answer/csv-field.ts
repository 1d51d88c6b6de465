/** A text that a spreadsheet would interpret as a formula, also after spaces and in full-width characters; `'*` counts apostrophes before it. */
const formula = /^'*(?:[\t\r]|\s*[=+\-@＝＋－＠])/;
const needsQuotes = /[",\r\n]|^\s|\s$/;

/** A field of a CSV file, in quotes where it needs them (RFC 4180). */
export function csvField(text: string): string {
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Untrusted text: an apostrophe is put before a text that a spreadsheet would run. The result is not quoted yet. */
export function withoutFormula(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/** The inverse of `withoutFormula`. */
export function withFormula(text: string): string {
  return text.startsWith("'") && formula.test(text) ? text.slice(1) : text;
}
