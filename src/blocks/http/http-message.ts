import type { Json, JsonObject } from '#kernel/json.js';
import { BlockFailure } from '#engine/block-failure.js';
import type { BlockInputs } from '#engine/values/block-inputs.js';
import { keyValueRows } from '../fields/key-value-rows.js';

/** A request as its author wrote it, with the data of the run. */
export interface HttpMessage {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** @throws BlockFailure when it is no complete address */
export function parseAddress(address: string): URL {
  const url = URL.parse(address);
  if (url === null) throw new BlockFailure('url must be a complete address such as https://example.com/path', { status: 400 });
  return url;
}

export function readHeaders(rows: Json | undefined, inputs: BlockInputs): Record<string, string> {
  return Object.fromEntries(keyValueRows(rows).map(([key, value]) => [inputs.text(key).trim(), inputs.text(value)]));
}

/** Later layers win, whatever the case of their names. */
export function mergeHeaders(...layers: readonly Readonly<Record<string, string>>[]): Record<string, string> {
  const merged = new Map<string, readonly [name: string, value: string]>();
  for (const [name, value] of layers.flatMap((layer) => Object.entries(layer))) merged.set(name.toLowerCase(), [name, value]);
  return Object.fromEntries(merged.values());
}

/** As traces show it. */
export function shownMessage({ url, method, headers, body }: HttpMessage): JsonObject {
  return { url, method, headers, ...(body === null ? {} : { body }) };
}
