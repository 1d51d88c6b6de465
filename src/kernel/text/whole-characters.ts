/** Whether a code unit is the first half of a character. */
export function isHighSurrogate(code: number): boolean {
  return code >= 0xd8_00 && code <= 0xdb_ff;
}

/** Where the whole characters of a text end: before a first half without its second one. */
export function endOfWhole(text: string): number {
  return isHighSurrogate(text.charCodeAt(text.length - 1)) ? text.length - 1 : text.length;
}
