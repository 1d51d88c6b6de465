/** The size of a part of a draft as JSON. */
export function jsonBytes(part: object): number {
  return Buffer.byteLength(JSON.stringify(part));
}
