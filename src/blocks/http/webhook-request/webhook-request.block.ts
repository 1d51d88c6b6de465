import type { Json } from '#kernel/json.js';
import type { BlockInputs } from '#engine/values/block-inputs.js';
import { SecretMask } from '#engine/masking/secret-mask.js';
import type { BlockContext, BlockResult } from '../../block.js';
import { defineBlock, type Shown } from '../../define-block.js';
import { refused } from '../../fields/field.js';
import type { ValuesOf } from '../../fields/field-set.js';
import { choice, json, line, rows, text } from '../../fields/kinds.js';
import { Http } from '../../ports/http.js';
import { answerOutputs, attemptFields } from '../attempt-fields.js';
import { effectTarget } from '../effect-target.js';
import { exchange, httpResult } from '../http-exchange.js';
import { headersOf, parseAddress, shownMessage, type HttpMessage } from '../http-message.js';
import { readRetry } from '../http-retry.js';
import { readSecret, signatures, signedDelivery, signingSecrets } from './signed-delivery.js';

const fields = {
  url: line('Address of the receiver.').required('is missing', 'required', (written) => (written ?? null) === null),
  body: json('What is sent, such as `{"event": "order.paid", "order": <start.order>}`. Empty: `{}`.').as(readBody),
  secret: text('With what each delivery is signed. A secret of the workspace, `{{NAME}}`: exports leave out anything else.', {
    writeOnly: true,
  }).as(readSecret),
  previousSecret: text('With what each delivery is signed as well, while the receiver changes to the new secret.', { writeOnly: true }).as(
    readSecret,
  ),
  signature: choice('How deliveries are signed: `standard` as Standard Webhooks, `sluice` with the headers of this server.', signatures, {
    default: 'sluice',
  }),
  headers: rows('Headers that are sent as well. Those of the signature cannot be replaced.'),
  ...attemptFields,
};

/** An HTTP POST that a receiver can verify: signed over the exact body, with the same delivery id for every try. */
export const webhookRequestBlock = defineBlock({
  type: 'webhook_request',
  name: 'Webhook',
  description:
    'Tells another system that something happened: an HTTP POST of JSON, which the receiver can check and tell from a repetition.',
  category: 'work',
  fields,
  outputs: answerOutputs,
  handles: ['source', 'error'],
  needs: [Http],
  run: deliver,
});

async function deliver(
  values: ValuesOf<typeof fields>,
  context: BlockContext<typeof Http>,
  shown: Shown<typeof fields>,
): Promise<BlockResult> {
  const message = messageOf(parseAddress(values.url).href, values);
  const shownOnce = shown(message, (named) => messageOf(named.url, named));
  const limits = { retry: readRetry(values), timeout: values.timeout };
  // Read last: a failure of another field is shown in traces and must not hold the secret.
  const { secret, previousSecret, signature } = values;
  const named: readonly [string, string][] = [
    ['secret', secret],
    ['previousSecret', previousSecret],
  ];
  const hidden = new SecretMask(named);
  const known = new SecretMask([...context.inputs.usedSecrets, ...named]);
  const secrets = signingSecrets(signature, secret, previousSecret);
  const input = known.json(shownMessage(shownOnce));
  const { key } = await context.beginEffect({ kind: 'http', target: known.text(effectTarget(shownOnce)) });
  const next = (): HttpMessage => signedDelivery(message, { signature, secrets, key, timestampMs: context.now().getTime() });
  const result = await exchange(next, limits, context);
  return httpResult(result, input, hidden);
}

function messageOf(url: string, { headers, body }: ValuesOf<typeof fields>): HttpMessage {
  return { url, method: 'POST', headers: headersOf(headers), body };
}

/** Text that comes from data is sent as a JSON string; text that begins like a structure and is not JSON is a mistake. */
function readBody(written: Json | undefined, inputs: BlockInputs, name: string): string {
  const body = inputs.json(written ?? {});
  if (typeof body === 'string' && typeof written === 'string' && /^\s*[{[]/.test(written)) throw refused(name, 'must be JSON');
  return JSON.stringify(body);
}
