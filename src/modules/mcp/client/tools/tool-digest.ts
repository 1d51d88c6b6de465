import { createHash } from 'node:crypto';
import { isJsonObject, type Json } from '#kernel/json.js';
import type { Tool } from '@modelcontextprotocol/client';

/** SHA-256 over name, description and parameters of a tool, base64url. The order of members makes no difference: servers need not keep it. */
export function digestOf({ name, description = '', inputSchema }: Tool): string {
  return createHash('sha256')
    .update(JSON.stringify([name, description, sorted(inputSchema as Json)]))
    .digest('base64url');
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(sorted);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(byName)
      .map(([name, item]) => [name, sorted(item)]),
  );
}

function byName([one]: readonly [string, Json], [other]: readonly [string, Json]): number {
  return one < other ? -1 : 1;
}
