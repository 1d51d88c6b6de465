import type { PlannedBlock } from '#engine/graph/plan.js';
import type { BlockContext, BlockResult } from '../../block.js';
import { effectTarget } from '../effect-target.js';
import { exchange, httpResult } from '../http-exchange.js';
import { mergeHeaders, shownMessage, type HttpMessage } from '../http-message.js';
import { answerOutputs, attemptFields } from '../http-palette.js';
import { readRetry, type HttpRetry } from '../http-retry.js';
import { choice, fields, flag, json, table, text } from '../../fields/palette-fields.js';
import type { PaletteEntry, PublishedBlock } from '../../palette.js';
import { methods, readRequest } from './api-request.js';

const notIdempotent: ReadonlySet<string> = new Set(['POST', 'PATCH']);

const palette: PaletteEntry = {
  name: 'API',
  description: 'Sends an HTTP request and waits for the answer.',
  category: 'work',
  inputs: fields({
    url: text('The address. Without one nothing is sent.'),
    method: choice('The method.', [...methods], { default: 'GET' }),
    params: table('What is appended to the query of the address.'),
    headers: table('Request headers.'),
    body: json('What is sent, unless the method is GET or HEAD. JSON is sent as JSON, any other text as text.'),
    ...attemptFields,
    retryNonIdempotent: flag('Repeat POST and PATCH, too. Every try carries the same Idempotency-Key.'),
  }),
  outputs: answerOutputs,
  handles: ['source', 'error'],
};

/** An HTTP request to anywhere that the outbound policy permits. */
export const apiBlock: PublishedBlock = {
  type: 'api',
  palette,
  check: () => [],
  run: (block, context) => {
    const request = readRequest(block, context.inputs);
    return request === null ? { output: { data: null, status: 200, headers: {} } } : call(block, request, context);
  },
};

async function call(block: PlannedBlock, request: HttpMessage, context: BlockContext): Promise<BlockResult> {
  const { key } = await context.beginEffect({ kind: 'http', target: effectTarget(request, context.inputs.usedSecrets) });
  const keyed = { ...request, headers: mergeHeaders({ 'Idempotency-Key': key }, request.headers) };
  const result = await exchange(() => keyed, { retry: retryOf(block, request, context), timeout: block.params['timeout'] }, context);
  return httpResult(result, shownMessage(request));
}

/** POST and PATCH are repeated only where the author says that this is safe. */
function retryOf(block: PlannedBlock, { method }: HttpMessage, { inputs }: BlockContext): HttpRetry {
  const retry = readRetry(block, inputs);
  const isAllowed = !notIdempotent.has(method) || inputs.text(block.params['retryNonIdempotent']) === 'true';
  return isAllowed ? retry : { ...retry, retries: 0 };
}
