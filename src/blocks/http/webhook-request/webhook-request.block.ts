import type { Json } from '#kernel/json.js';
import type { Block } from '#document/document.js';
import { BlockFailure } from '#engine/block-failure.js';
import type { BlockInputs } from '#engine/values/block-inputs.js';
import { maskSecrets } from '#engine/masking/masking.js';
import type { PlannedBlock } from '#engine/graph/plan.js';
import type { BlockContext, BlockResult } from '../../block.js';
import { effectTarget } from '../effect-target.js';
import { fieldOf, fieldProblem } from '../../fields/field-problem.js';
import { exchange, httpResult } from '../http-exchange.js';
import { parseAddress, readHeaders, shownMessage, type HttpMessage } from '../http-message.js';
import { answerOutputs, attemptFields } from '../http-palette.js';
import { readRetry } from '../http-retry.js';
import { fields, json, table, text } from '../../fields/palette-fields.js';
import type { PaletteEntry, PublishedBlock } from '../../palette.js';
import { readSecret, signedDelivery } from './signed-delivery.js';

const palette: PaletteEntry = {
  name: 'Webhook',
  description:
    'Tells another system that something happened: an HTTP POST of JSON, which the receiver can check and tell from a repetition.',
  category: 'work',
  inputs: fields(
    {
      url: text('Where to send it.'),
      body: json('What is sent. Nothing is an empty object.'),
      secret: text('Signs each delivery. Best a secret of the workspace, {{NAME}}: exports leave out anything else.', { writeOnly: true }),
      headers: table('Further headers. Those of the delivery itself cannot be replaced.'),
      ...attemptFields,
    },
    'url',
  ),
  outputs: answerOutputs,
  handles: ['source', 'error'],
};

/** An HTTP POST that a receiver can check: signed over the exact body, and with the same delivery id however often it is sent. */
export const webhookRequestBlock: PublishedBlock = {
  type: 'webhook_request',
  palette,
  check: (block: Block) => ((fieldOf(block, 'url') ?? null) === null ? [fieldProblem(block, 'url', 'is missing', 'required')] : []),
  run: deliver,
};

async function deliver(block: PlannedBlock, context: BlockContext): Promise<BlockResult> {
  const { inputs } = context;
  const message = readMessage(block, inputs);
  const limits = { retry: readRetry(block, inputs), timeout: block.params['timeout'] };
  // After everything that can fail: what traces show of a failure must not be able to hold it.
  const secret = readSecret('secret', block.params['secret'], inputs);
  const hidden = new Map(secret === '' ? [] : [['secret', secret]]);
  const known = new Map([...inputs.usedSecrets, ...hidden]);
  const input = maskSecrets(shownMessage(message), known);
  const target = effectTarget(message, known);
  const { key } = await context.beginEffect({ kind: 'http', target });
  const next = (): HttpMessage => signedDelivery(message, { secret, key, timestampMs: context.now().getTime() });
  const result = await exchange(next, limits, context);
  return httpResult(result, input, hidden);
}

function readMessage({ params }: PlannedBlock, inputs: BlockInputs): HttpMessage {
  const url = parseAddress(inputs.text(params['url']).trim()).href;
  return { url, method: 'POST', headers: readHeaders(params['headers'], inputs), body: readBody(params['body'], inputs) };
}

/** A text that comes from data is sent as a JSON text; one that was meant to be a structure and is none is a mistake. */
function readBody(field: Json | undefined, inputs: BlockInputs): string {
  const body = inputs.json(field ?? {});
  if (typeof body === 'string' && typeof field === 'string' && /^\s*[{[]/.test(field))
    throw new BlockFailure('body must be JSON', { status: 400 });
  return JSON.stringify(body);
}
