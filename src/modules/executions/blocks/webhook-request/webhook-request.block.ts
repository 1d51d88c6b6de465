import type { Json } from '#kernel/json.js';
import type { Block } from '#modules/workflows/index.js';
import { BlockFailure } from '../../engine/block-failure.js';
import type { BlockInputs } from '../../engine/block-inputs.js';
import { maskSecrets } from '../../engine/masking.js';
import type { PlannedBlock } from '../../engine/plan.js';
import type { BlockContext, BlockResult } from '../block.js';
import { effectTarget } from '../effect-target.js';
import { fieldOf, fieldProblem } from '../field-problem.js';
import { exchange, httpResult } from '../http-exchange.js';
import { mergeHeaders, parseAddress, readHeaders, shownMessage, type HttpMessage } from '../http-message.js';
import { answerOutputs, attemptFields } from '../http-palette.js';
import { readRetry } from '../http-retry.js';
import { fields, json, table, text } from '../palette-fields.js';
import type { PaletteEntry, PublishedBlock } from '../palette.js';
import { webhookSignature } from './webhook-signature.js';

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
  const secret = readSecret(block.params['secret'], inputs);
  const hidden = new Map(secret === '' ? [] : [['secret', secret]]);
  const known = new Map([...inputs.usedSecrets, ...hidden]);
  const input = maskSecrets(shownMessage(message), known);
  const target = effectTarget(message, known);
  const { key } = await context.beginEffect({ kind: 'http', target });
  const next = (): HttpMessage => signed(message, { secret, key, timestampMs: context.now().getTime() });
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

/** A name that stands for nothing would sign with a key that everybody can guess. */
function readSecret(field: Json | undefined, inputs: BlockInputs): string {
  const secret = inputs.text(field);
  const isUnknown = /^\{\{\w+\}\}$/.test(secret) && secret === field;
  if (isUnknown) throw new BlockFailure(`secret: ${secret} is not the name of a secret of this workspace`, { status: 400 });
  return secret;
}

/** Each try has a signature of its own time, so that a late one is not taken for a replay. */
function signed(message: HttpMessage, { secret, key, timestampMs }: { secret: string; key: string; timestampMs: number }): HttpMessage {
  const body = message.body ?? '';
  const ours = {
    'X-Delivery-ID': key,
    'X-Webhook-Timestamp': String(timestampMs),
    ...(secret === '' ? {} : { 'X-Webhook-Signature': webhookSignature(secret, timestampMs, body) }),
  };
  return { ...message, body, headers: mergeHeaders({ 'Content-Type': 'application/json', 'Idempotency-Key': key }, message.headers, ours) };
}
