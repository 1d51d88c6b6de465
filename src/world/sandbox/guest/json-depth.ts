const quoteCode = 34;
const backslashCode = 92;
const openingCodes = new Set([91, 123]);
const closingCodes = new Set([93, 125]);

/** Whether arrays and objects in this JSON text are nested deeper than `limit`: such values would overflow the stack when they are serialized again. */
export function isDeeperThan(limit: number, json: string): boolean {
  let depth = 0;
  for (let at = 0; at < json.length; at += 1) {
    const char = json.charCodeAt(at);
    if (char === quoteCode) at = endOfText(json, at);
    else if (openingCodes.has(char)) depth += 1;
    else if (closingCodes.has(char)) depth -= 1;
    if (depth > limit) return true;
  }
  return false;
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
