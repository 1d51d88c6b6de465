import type { JsonObject } from '#kernel/json.js';
import { BlockFailure } from '#engine/block-failure.js';

/** A request with the data of the run put in. */
export interface HttpMessage {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** @throws BlockFailure when the address is not complete */
export function parseAddress(address: string): URL {
  const url = URL.parse(address);
  if (url === null) throw new BlockFailure('url must be a complete address such as https://example.com/path', { status: 400 });
  return url;
}

/** The headers that rows of names and values give; the last of several rows with one name counts. */
export function headersOf(rows: readonly (readonly [name: string, value: string])[]): Record<string, string> {
  return Object.fromEntries(rows.map(([name, value]) => [name.trim(), value]));
}

/** Later layers win; names are compared without regard to case. */
export function mergeHeaders(...layers: readonly Readonly<Record<string, string>>[]): Record<string, string> {
  const merged = new Map<string, readonly [name: string, value: string]>();
  for (const [name, value] of layers.flatMap((layer) => Object.entries(layer))) merged.set(name.toLowerCase(), [name, value]);
  return Object.fromEntries(merged.values());
}

/** As traces show it. */
export function shownMessage({ url, method, headers, body }: HttpMessage): JsonObject {
  return { url, method, headers, ...(body === null ? {} : { body }) };
}
