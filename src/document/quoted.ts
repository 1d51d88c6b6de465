const longest = 60;

/** Shortens a text, so that one long name cannot fill a thousand messages. */
export function shortened(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** A name given by the author, quoted in a message. */
export function quoted(text: string): string {
  return `"${shortened(text)}"`;
}
