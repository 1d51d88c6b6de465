const longest = 60;

/** Short however long it is, so that one long name cannot fill a thousand messages. */
export function shortened(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** A name of the author's in a message. */
export function quoted(text: string): string {
  return `"${shortened(text)}"`;
}
