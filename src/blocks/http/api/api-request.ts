import type { Json } from '#kernel/json.js';
import type { BlockInputs } from '#engine/values/block-inputs.js';
import { BlockFailure } from '#engine/block-failure.js';
import type { PlannedBlock } from '#engine/graph/plan.js';
import { mergeHeaders, parseAddress, readHeaders, type HttpMessage } from '../http-message.js';
import { keyValueRows } from '../../fields/key-value-rows.js';

export const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const withoutBody: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Null when there is no address: such a block does nothing. */
export function readRequest({ params }: PlannedBlock, inputs: BlockInputs): HttpMessage | null {
  const address = inputs.text(params['url']).trim();
  if (address === '') return null;
  const method = inputs.text(params['method']).trim().toUpperCase() || 'GET';
  if (!methods.has(method)) throw new BlockFailure(`method must be one of ${[...methods].join(', ')}`, { status: 400 });
  const url = withQuery(address, params['params'], inputs);
  const headers = readHeaders(params['headers'], inputs);
  const body = withoutBody.has(method) ? null : readBody(params['body'], inputs);
  if (body === null) return { url, method, body: null, headers };
  return { url, method, body: body.text, headers: mergeHeaders({ 'Content-Type': body.type }, headers) };
}

function withQuery(address: string, rows: Json | undefined, inputs: BlockInputs): string {
  const url = parseAddress(address);
  for (const [key, value] of keyValueRows(rows)) url.searchParams.append(inputs.text(key), inputs.text(value));
  return url.href;
}

function readBody(field: Json | undefined, inputs: BlockInputs): { readonly text: string; readonly type: string } | null {
  if (field === undefined || field === null || field === '') return null;
  const body = inputs.json(field);
  return typeof body === 'string'
    ? { text: body, type: 'text/plain; charset=utf-8' }
    : { text: JSON.stringify(body), type: 'application/json' };
}
