import { defineBlock } from '../../define-block.js';
import { asWritten, choice, flag, list, text, writtenNumber } from '../../fields/kinds.js';
import { anything, output } from '../../fields/schema.js';
import { firedOutput } from './fired-output.js';

/** The module of triggers reads the fields when the workflow is deployed and when a request arrives. The block passes on what it received. */
export const genericWebhookBlock = defineBlock({
  type: 'generic_webhook',
  name: 'Webhook',
  description: 'Starts a run for each HTTP request to the address of the trigger.',
  category: 'trigger',
  handles: ['source', 'error'],
  fields: {
    requireAuth: flag('Whether requests must carry the token.', { default: true }),
    token: text('The token. A reference to a secret keeps it out of the document.', { writeOnly: true }),
    secretHeaderName: asWritten({
      type: 'string',
      description: 'The header that must carry the token. Empty: `Authorization: Bearer <token>`.',
    }),
    acceptOtherMethods: flag('Whether GET, PUT, PATCH and DELETE also start a run. The output then has `method`.'),
    exposeRequestHeaders: flag('Adds `headers` to the output, without headers that carry credentials.'),
    idempotencyField: asWritten({
      type: 'string',
      description: 'Path to the value of the body that names the event. A second request with the same value starts no run.',
    }),
    verification: asWritten({
      type: 'string',
      description:
        'How requests are checked: `token`, `none`, `hmac`, or the scheme of a provider, such as `github` or `standard-webhooks`. Absent: `requireAuth` decides.',
    }),
    secret: text('The secret of the scheme. A reference to a secret keeps it out of the document.', { writeOnly: true }),
    previousSecret: text('A second secret that is accepted too, while the sender changes to the new one.', { writeOnly: true }),
    verificationToken: text('`meta`: the token with which the address is tested.', { writeOnly: true }),
    hmacHeader: asWritten({ type: 'string', description: '`hmac`: the header with the signature.' }),
    hmacAlgorithm: choice('`hmac`: the hash function.', ['sha256', 'sha1', 'sha512'], { default: 'sha256' }),
    hmacEncoding: choice('`hmac`: how the signature is written.', ['hex', 'base64'], { default: 'hex' }),
    hmacPrefix: asWritten({ type: 'string', description: '`hmac`: what precedes the signature in the header.' }),
    hmacTemplate: asWritten({
      type: 'string',
      description: '`hmac`: the signed text, with `{body}`, `{timestamp}` and `{url}`. Default: `{body}`.',
    }),
    hmacTimestampHeader: asWritten({ type: 'string', description: '`hmac`: the header with the time, in seconds or ms.' }),
    bodyFormat: choice(
      'How a body is parsed. `auto`: a form as a form, anything else as JSON.',
      ['auto', 'json', 'form', 'multipart', 'text'],
      {
        default: 'auto',
      },
    ),
    allowedIps: asWritten({ description: 'Addresses and networks that may send, as a list or with commas. Absent: all.' }),
    responseMode: choice(
      'What is answered: the default, the status and the body below, or with `run` the result of the run, or 202 after 30 seconds.',
      ['default', 'custom', 'run'],
      { default: 'default' },
    ),
    responseStatusCode: writtenNumber('Status of the custom response.', { default: 200 }),
    responseBody: asWritten({ description: 'Body of the custom response: JSON, or text.' }),
    verifyTestEvents: flag('Whether a GET, a HEAD and an empty POST are answered with 200 and start no run.'),
    triggerId: asWritten({ type: 'string', description: 'For editors: the name of the trigger.' }),
    triggerConfig: asWritten({
      type: 'object',
      description: 'A copy of the fields, as some editors store it. It counts for fields that are absent.',
    }),
    inputFormat: list('The fields that requests have, for editors.', {
      name: asWritten({ type: 'string', description: 'Name of the field.' }),
      type: asWritten({ type: 'string', description: 'Type of the field.' }),
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
