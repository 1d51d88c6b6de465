import type { PlannedBlock } from '../../engine/plan.js';
import type { BlockContext, BlockDefinition, BlockResult } from '../block.js';
import { effectTarget } from '../effect-target.js';
import { exchange, httpResult } from '../http-exchange.js';
import { mergeHeaders, shownMessage, type HttpMessage } from '../http-message.js';
import { readRetry, type HttpRetry } from '../http-retry.js';
import { readRequest } from './api-request.js';

const notIdempotent: ReadonlySet<string> = new Set(['POST', 'PATCH']);

/** An HTTP request to anywhere that the outbound policy permits. */
export const apiBlock: BlockDefinition = {
  type: 'api',
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
