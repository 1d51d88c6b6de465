/** What may become a secret's name or a reference while it is being typed: `{{`, `{{API_KEY`, `<start.k`. */
const begunPlace = /^\s*(\{|\{\{\w*\}{0,2}|<[\p{L}\p{N}_ .[\]-]*>?)\s*$/u;
/** A text with a secret's name, such as `Bearer {{API_KEY}}`, or with a reference to a field of a block. */
const place = /\{\{\w+\}\}|<[\p{L}_][\p{L}\p{N}_ -]*(\.[\w-]+|\[\d+\])+>/u;

/** Whether a text is a secret itself, and neither a place where one is nor the beginning of such a place. */
export function isPlainSecret(text: string): boolean {
  return text !== '' && !begunPlace.test(text) && !place.test(text);
}
