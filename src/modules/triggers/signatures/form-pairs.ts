/** How many fields a form may have. */
export const mostFields = 10_000;
const separator = '&'.charCodeAt(0);

/** The names and values of a form in UTF-8; undefined for one with more than 10,000 fields, which are counted before they are parsed. */
export function formPairs(body: Buffer): URLSearchParams | undefined {
  let count = 1;
  for (let index = body.indexOf(separator); index !== -1; index = body.indexOf(separator, index + 1)) {
    count += 1;
    if (count > mostFields) return undefined;
  }
  return new URLSearchParams(body.toString());
}

/** The values of each name, in the order in which names and values are sent. */
export function valuesByName(pairs: Iterable<readonly [string, string]>): readonly (readonly [string, readonly string[]])[] {
  const byName = Map.groupBy(pairs, ([name]) => name);
  return [...byName].map(([name, same]) => [name, same.map(([, value]) => value)]);
}
