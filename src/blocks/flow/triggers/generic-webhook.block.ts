import { defineBlock } from '../../define-block.js';
import { asWritten, choice, flag, list, text, writtenNumber } from '../../fields/kinds.js';
import { anything, output } from '../../fields/schema.js';
import { firedOutput } from './fired-output.js';

const ofScheme = (scheme: string) => ({ 'x-when': { verification: [scheme] } });
const ofCustomResponse = { 'x-when': { responseMode: ['custom'] } };

/** The module of triggers reads the fields when the workflow is deployed and when a request arrives. The block passes on what it received. */
export const genericWebhookBlock = defineBlock({
  type: 'generic_webhook',
  name: 'Webhook',
  description: 'Starts a run for each HTTP request to the address of the trigger.',
  category: 'trigger',
  handles: ['source', 'error'],
  fields: {
    requireAuth: flag('Requests without the token are refused.', { default: true }),
    token: text('What requests must carry. A secret of the workspace, `{{NAME}}`, keeps it out of the document.', { writeOnly: true }),
    secretHeaderName: asWritten({
      type: 'string',
      description: 'The header that carries the token, such as `X-Shop-Token`. Empty: `Authorization: Bearer <token>`.',
    }),
    acceptOtherMethods: flag('GET, PUT, PATCH and DELETE start a run, too, and the output has the `method`. Otherwise POST alone does.'),
    exposeRequestHeaders: flag('The output has the `headers` of the request, without those that carry credentials.'),
    idempotencyField: asWritten({
      type: 'string',
      description: 'Where the body names its event, such as `order.id`. A second request with the same value starts no run.',
    }),
    verification: asWritten({
      type: 'string',
      description:
        'How requests are checked: `token`, `none`, `hmac`, or the scheme of a provider, such as `github` or `standard-webhooks`. Empty: by the token if one is required.',
    }),
    secret: text('With what the sender signs requests. A secret of the workspace, `{{NAME}}`, keeps it out of the document.', {
      writeOnly: true,
    }),
    previousSecret: text('A second one that is accepted, too, while the sender changes to the new one.', { writeOnly: true }),
    verificationToken: text('The token with which Meta tests the address.', { writeOnly: true, ...ofScheme('meta') }),
    hmacHeader: asWritten({ type: 'string', description: 'The header with the signature, such as `X-Signature`.', ...ofScheme('hmac') }),
    hmacAlgorithm: choice('The hash function of the signature.', ['sha256', 'sha1', 'sha512'], { default: 'sha256', ...ofScheme('hmac') }),
    hmacEncoding: choice('How the signature is written.', ['hex', 'base64'], { default: 'hex', ...ofScheme('hmac') }),
    hmacPrefix: asWritten({
      type: 'string',
      description: 'What precedes the signature in its header, such as `sha256=`.',
      ...ofScheme('hmac'),
    }),
    hmacTemplate: asWritten({
      type: 'string',
      description: 'What is signed, such as `{timestamp}.{body}`; `{url}` is the address. Empty: `{body}`.',
      ...ofScheme('hmac'),
    }),
    hmacTimestampHeader: asWritten({
      type: 'string',
      description: 'The header with the time of the signature, in seconds or milliseconds.',
      ...ofScheme('hmac'),
    }),
    bodyFormat: choice(
      'How the body is read. `auto`: a form as a form, anything else as JSON.',
      ['auto', 'json', 'form', 'multipart', 'text'],
      {
        default: 'auto',
      },
    ),
    allowedIps: asWritten({
      description: 'Addresses and networks that may send, with commas between them: `192.0.2.7, 198.51.100.0/24`. Empty: all.',
    }),
    responseMode: choice(
      'What the sender is answered: `default` that a run was started, `custom` the status and the body below, `run` the result of the run, or 202 after 30 seconds.',
      ['default', 'custom', 'run'],
      { default: 'default' },
    ),
    responseStatusCode: writtenNumber('HTTP status that the sender is answered.', { default: 200, ...ofCustomResponse }),
    responseBody: asWritten({ description: 'What the sender is answered: JSON such as `{"ok": true}`, or text.', ...ofCustomResponse }),
    verifyTestEvents: flag('A GET, a HEAD and an empty POST, with which senders test an address, are answered with 200 and start no run.'),
    triggerId: asWritten({ type: 'string', description: 'Name of the trigger, for editors of other servers.' }),
    triggerConfig: asWritten({
      type: 'object',
      description: 'A copy of the fields, as editors of other servers store it. It counts for fields that are empty.',
    }),
    inputFormat: list('What the body of requests has, so that later blocks can be offered it. Requests are not checked against it.', {
      name: asWritten({ type: 'string', description: 'Name in the body, such as `customer`.' }),
      type: asWritten({ type: 'string', description: 'What the value is, such as `string` or `number`.' }),
    }),
  },
  outputs: {
    '<name>': anything('Each field of the body.'),
    query: output('object', 'The query of the address, unless the body has a field of that name.'),
    method: output('string', 'With `acceptOtherMethods`: the method.'),
    headers: output('object', 'With `exposeRequestHeaders`: the headers.'),
  },
  run: (_fields, context) => ({ output: firedOutput(context.input) }),
});
