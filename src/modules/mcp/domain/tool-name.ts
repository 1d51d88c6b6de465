/** Length of the longest name of a tool, in characters. */
export const longestToolName = 64;

/** Whether every client accepts the name. */
export function isToolName(text: string): boolean {
  return text.length <= longestToolName && /^[a-z0-9_]+$/.test(text);
}

/** The name in the form that every client accepts: lower case letters, digits and underscores. */
export function toolNameOf(text: string): string {
  const plain = text
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '_')
    .replace(/_{2,}/g, '_')
    .replace(/^_|_$/g, '')
    .slice(0, longestToolName);
  return plain === '' ? 'workflow_tool' : plain;
}

/** The name, with a number where it is taken. */
export function freeToolName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number += 1) {
    const suffix = `_${number}`;
    free = `${name.slice(0, longestToolName - suffix.length)}${suffix}`;
  }
  return free;
}
