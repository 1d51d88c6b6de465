const longest = 60;

/** A name of the author's in a message: quoted, and short however long it is. */
export function quoted(text: string): string {
  return `"${text.length > longest ? `${text.slice(0, longest)}…` : text}"`;
}
