const quoteCode = 34;
const backslashCode = 92;
const colonCode = 58;
const openingCodes = new Set([91, 123]);
const closingCodes = new Set([93, 125]);

/** How deep arrays and objects may be nested, and how many keys one object may have. */
export interface JsonLimits {
  readonly depth: number;
  readonly keys: number;
}

/** The limit that a JSON text exceeds: deeper values would overflow the stack when they are serialized again, and objects with more keys take long to list. */
export function exceededLimit(json: string, { depth, keys }: JsonLimits): keyof JsonLimits | undefined {
  /** The keys so far of each array and object that is open. */
  const open: number[] = [0];
  for (let at = 0; at < json.length; at += 1) {
    const char = json.charCodeAt(at);
    if (char === quoteCode) at = endOfText(json, at);
    else if (char === colonCode) open.push((open.pop() ?? 0) + 1);
    else if (openingCodes.has(char)) open.push(0);
    else if (closingCodes.has(char)) open.pop();
    if (open.length > depth + 1) return 'depth';
    if ((open.at(-1) ?? 0) > keys) return 'keys';
  }
  return undefined;
}

function endOfText(json: string, from: number): number {
  let end = json.indexOf('"', from + 1);
  while (isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end;
}

function isEscaped(json: string, at: number): boolean {
  let slashes = 0;
  while (json.charCodeAt(at - 1 - slashes) === backslashCode) slashes += 1;
  return slashes % 2 === 1;
}
