import { expect, it } from '@jest/globals';
import { SluiceError } from '#client';
import { failureInWords } from './failure-in-words.js';

const url = 'http://localhost:3000';

it.each([
  [new SluiceError('The server cannot be reached: refused', { kind: 'NETWORK' }), /No server answers.*refused[\s\S]*set SLUICE_URL/],
  [
    new SluiceError('The server cannot be reached: raw', {
      kind: 'NETWORK',
      cause: Object.assign(new Error('raw'), { code: 'ECONNREFUSED' }),
    }),
    /^The server at http:\/\/localhost:3000 refuses connections\.\nStart a server, or set SLUICE_URL to its address\.$/,
  ],
  [
    new SluiceError('The server cannot be reached: raw', { kind: 'NETWORK', cause: { code: 'SELF_SIGNED_CERT_IN_CHAIN' } }),
    /^The server at http:\/\/localhost:3000 has a certificate that is not trusted: .*\nSet NODE_EXTRA_CA_CERTS/,
  ],
  [
    new SluiceError('The response of the server is not JSON', { kind: 'INVALID_JSON', status: 200 }),
    /not a Sluice server[\s\S]*SLUICE_URL/,
  ],
  [new SluiceError('Unauthorized', { kind: 'UNAUTHORIZED', status: 401 }), /does not accept the API key: it is wrong, revoked/],
  [new SluiceError('Not deployed', { kind: 'OTHER', status: 403 }), /^Not deployed\nThe API key does not allow/],
  [
    new SluiceError('Workflow is not deployed', { kind: 'OTHER', code: 'WORKFLOW_NOT_DEPLOYED', status: 403 }),
    /^Workflow is not deployed\. Deploy it first: npx sluice workflows deploy/,
  ],
  [new SluiceError('Workflow not found', { kind: 'OTHER', status: 404 }), /^Workflow not found$/],
  [new SluiceError('Too many', { kind: 'RATE_LIMIT_EXCEEDED', status: 429, retryAfterMs: 1500 }), /Retry in 2 s\.$/],
])('says of %s what to do', (error, words) => {
  expect(failureInWords(error, url)).toMatch(words);
});

it('names every field that was wrong', () => {
  const details = ['name', 'scopes'].map((field) => ({ path: [field], message: `${field} is wrong`, code: 'invalid' }));
  const error = new SluiceError('name is wrong', { kind: 'OTHER', status: 400, details });
  expect(failureInWords(error, url)).toBe('name is wrong\n  name: name is wrong\n  scopes: scopes is wrong');
});
