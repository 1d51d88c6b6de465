import { createHash, createHmac, generateKeyPairSync, sign as signWithKey } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { sign as signGithub } from '@octokit/webhooks-methods';
import { Webhook } from 'standardwebhooks';
import { Stripe } from 'stripe';
import { standardHeaders, webhookSignature } from '#blocks/http/webhook-request/webhook-signature.js';
import { authorHmac } from './author-hmac.js';
import { providers, type ProviderName } from './providers.js';
import type { HmacCheck, ReceivedRequest, SignatureCheck } from './signature-check.js';
import { secretProblem } from './signing-keys.js';
import { verifySignature } from './verify-signature.js';

const url = 'https://sluice.example/api/webhooks/trigger/abc';
const nowS = 1_767_607_200;

function aRequest(body: string | Buffer, headers: ReceivedRequest['headers'], rest: Partial<ReceivedRequest> = {}): ReceivedRequest {
  return { method: 'POST', url, headers, body: Buffer.from(body), ...rest };
}

function verdict(provider: ProviderName, secrets: readonly string[], request: ReceivedRequest, seconds = nowS): string {
  return outcome(providers[provider].checks, secrets, request, seconds);
}

function outcome(checks: readonly SignatureCheck[], secrets: readonly string[], request: ReceivedRequest, seconds = nowS): string {
  const result = verifySignature(checks, secrets, request, seconds * 1000);
  return result.accepted ? 'accepted' : result.reason;
}

function hmac(algorithm: string, encoding: 'hex' | 'base64', key: string | Buffer, text: string): string {
  return createHmac(algorithm, key).update(text).digest(encoding);
}

const secret = 'a secret of the author';
const base64Key = Buffer.from('thirty-two bytes of a base64 key').toString('base64');

/** A delivery of each provider, signed as its manual says. `timed`: how a delivery of another second looks. */
interface Sample {
  readonly secret?: string;
  readonly header: string;
  readonly body: string;
  readonly headers: (body: string, key: string, seconds: number) => Record<string, string>;
  readonly timed?: true;
  readonly list?: ',' | ' ';
  readonly bodyAt?: (seconds: number) => string;
}

const plain = (header: string, prefix: string, algorithm: 'sha1' | 'sha256', encoding: 'hex' | 'base64'): Sample => ({
  header,
  body: '{"id":"1","text":"Zoë 🎈"}',
  headers: (body, key) => ({ [header]: prefix + hmac(algorithm, encoding, key, body) }),
});

const samples: Readonly<Partial<Record<ProviderName, Sample>>> = {
  'standard-webhooks': {
    secret: `whsec_${base64Key}`,
    header: 'webhook-signature',
    body: '{"type":"user.created"}',
    headers: (body, key, seconds) => ({
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(seconds),
      'webhook-signature': `v1,${hmac('sha256', 'base64', Buffer.from(key.slice(6), 'base64'), `msg_1.${seconds}.${body}`)}`,
    }),
    timed: true,
    list: ' ',
  },
  sluice: {
    header: 'x-webhook-signature',
    body: '{"a":1}',
    headers: (body, key, seconds) => ({ 'x-webhook-signature': webhookSignature({ secrets: [key], timestampMs: seconds * 1000, body }) }),
    timed: true,
    list: ',',
  },
  github: plain('x-hub-signature-256', 'sha256=', 'sha256', 'hex'),
  stripe: {
    secret: 'whsec_test',
    header: 'stripe-signature',
    body: '{"id":"evt_1","object":"event"}',
    headers: (body, key, seconds) => ({ 'stripe-signature': `t=${seconds},v1=${hmac('sha256', 'hex', key, `${seconds}.${body}`)}` }),
    timed: true,
    list: ',',
  },
  slack: {
    header: 'x-slack-signature',
    body: '{"type":"event_callback"}',
    headers: (body, key, seconds) => ({
      'x-slack-signature': `v0=${hmac('sha256', 'hex', key, `v0:${seconds}:${body}`)}`,
      'x-slack-request-timestamp': String(seconds),
    }),
    timed: true,
  },
  linear: {
    header: 'linear-signature',
    body: `{"action":"create","webhookTimestamp":${nowS}000}`,
    headers: (body, key) => ({ 'linear-signature': hmac('sha256', 'hex', key, body) }),
    timed: true,
    bodyAt: (seconds) => `{"action":"create","webhookTimestamp":${seconds}000}`,
  },
  jira: plain('x-hub-signature', 'sha256=', 'sha256', 'hex'),
  notion: plain('x-notion-signature', 'sha256=', 'sha256', 'hex'),
  typeform: plain('typeform-signature', 'sha256=', 'sha256', 'base64'),
  'cal-com': plain('x-cal-signature-256', '', 'sha256', 'hex'),
  sentry: plain('sentry-hook-signature', '', 'sha256', 'hex'),
  pagerduty: { ...plain('x-pagerduty-signature', 'v1=', 'sha256', 'hex'), list: ',' },
  zendesk: {
    header: 'x-zendesk-webhook-signature',
    body: '{"type":"zen:event-type:user.created"}',
    headers: (body, key, seconds) => {
      const written = new Date(seconds * 1000).toISOString();
      return {
        'x-zendesk-webhook-signature': hmac('sha256', 'base64', key, written + body),
        'x-zendesk-webhook-signature-timestamp': written,
      };
    },
    timed: true,
  },
  zoom: {
    header: 'x-zm-signature',
    body: '{"event":"meeting.started"}',
    headers: (body, key, seconds) => ({
      'x-zm-signature': `v0=${hmac('sha256', 'hex', key, `v0:${seconds}:${body}`)}`,
      'x-zm-request-timestamp': String(seconds),
    }),
    timed: true,
  },
  intercom: plain('x-hub-signature', 'sha1=', 'sha1', 'hex'),
  vercel: plain('x-vercel-signature', '', 'sha1', 'hex'),
  shopify: plain('x-shopify-hmac-sha256', '', 'sha256', 'base64'),
  meta: plain('x-hub-signature-256', 'sha256=', 'sha256', 'hex'),
  teams: {
    secret: base64Key,
    header: 'authorization',
    body: '{"type":"message","id":"7"}',
    headers: (body, key) => ({ authorization: `HMAC ${hmac('sha256', 'base64', Buffer.from(key, 'base64'), body)}` }),
  },
  twilio: {
    header: 'x-twilio-signature',
    body: 'CallSid=CA1&From=%2B1&Digits=12&Digits=3',
    headers: (body, key) => {
      const covered = body.startsWith('CallSid=CA1&') ? 'CallSidCA1Digits12Digits3From+1' : body;
      return {
        'x-twilio-signature': hmac('sha1', 'base64', key, url + covered),
        'content-type': 'application/x-www-form-urlencoded',
      };
    },
  },
};

const all = Object.entries(samples) as [ProviderName, Sample][];
const timed = all.filter(([, sample]) => sample.timed === true);
const lists = all.filter(([, sample]) => sample.list !== undefined);

function signed(sample: Sample, { key = sample.secret ?? secret, seconds = nowS, changes = {} as Record<string, string> } = {}) {
  const body = sample.bodyAt?.(seconds) ?? sample.body;
  return aRequest(body, { ...sample.headers(body, key, seconds), ...changes });
}

function valueOf(request: ReceivedRequest, header: string): string {
  return request.headers[header] as string;
}

describe('the vectors of the manuals', () => {
  const twilioUrl = 'https://mycompany.com/myapp.php?foo=1&bar=2';
  const slackBody =
    'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA' +
    '&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F' +
    '397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c';

  const vectors: readonly [ProviderName, string, ReceivedRequest, number][] = [
    [
      'standard-webhooks',
      'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      aRequest('{"test": 2432232314}', {
        'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
        'webhook-timestamp': '1614265330',
        'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
      }),
      1_614_265_330,
    ],
    [
      'github',
      "It's a Secret to Everybody",
      aRequest('Hello, World!', { 'x-hub-signature-256': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17' }),
      nowS,
    ],
    [
      'slack',
      '8f742231b10e8888abcd99yyyzzz85a5',
      aRequest(slackBody, {
        'x-slack-signature': 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
        'x-slack-request-timestamp': '1531420618',
      }),
      1_531_420_618,
    ],
    [
      'twilio',
      '12345',
      aRequest(
        'CallSid=CA1234567890ABCDE&Caller=%2B14158675309&Digits=1234&From=%2B14158675309&To=%2B18005551212',
        { 'x-twilio-signature': 'RSOYDt4T1cUTdK1PDd93/VVr8B8=', 'content-type': 'application/x-www-form-urlencoded' },
        { url: twilioUrl },
      ),
      nowS,
    ],
    [
      'stripe',
      'whsec_test',
      aRequest('{"id":"evt_1","object":"event"}', {
        'stripe-signature': 't=1492774577,v1=da4a28bb1e8ecf97feff14bd141aa183c9cbe6a13dcfb1a2ace8dc472e62593b',
      }),
      1_492_774_577,
    ],
  ];

  it.each(vectors)('%s is accepted, and refused when one bit of the body changed', (provider, key, request, seconds) => {
    const body = Buffer.from(request.body);
    body[body.length - 1] = (body.at(-1) ?? 0) ^ 1;
    expect(verdict(provider, [key], request, seconds)).toBe('accepted');
    expect(verdict(provider, [key], { ...request, body }, seconds)).toBe('signature_mismatch');
  });
});

describe('other programs', () => {
  it('sign Standard Webhooks that are accepted', () => {
    const key = `whsec_${base64Key}`;
    const body = '{"n":1}';
    const signature = new Webhook(key).sign('msg_7', new Date(nowS * 1000), body);
    const headers = { 'svix-id': 'msg_7', 'svix-timestamp': String(nowS), 'svix-signature': signature };
    expect(verdict('standard-webhooks', [key], aRequest(body, headers))).toBe('accepted');
  });

  it('sign deliveries of Stripe that are accepted', () => {
    const payload = '{"id":"evt_9"}';
    const stripe = new Stripe('sk_test_none');
    const header = stripe.webhooks.generateTestHeaderString({ payload, secret: 'whsec_9', timestamp: nowS });
    expect(verdict('stripe', ['whsec_9'], aRequest(payload, { 'stripe-signature': header }))).toBe('accepted');
  });

  it('sign deliveries of GitHub that are accepted', async () => {
    const payload = '{"zen":"Design for failure."}';
    const headers = { 'x-hub-signature-256': await signGithub(secret, payload) };
    expect(verdict('github', [secret], aRequest(payload, headers))).toBe('accepted');
  });
});

describe('the block webhook_request', () => {
  const timestampMs = nowS * 1000;
  const body = '{"name":"Zoë 🎈"}';

  it('signs in its own scheme with two secrets, each of which is enough', () => {
    const headers = { 'x-webhook-signature': webhookSignature({ secrets: ['new', 'old'], timestampMs, body }) };
    expect(['new', 'old', 'other'].map((key) => verdict('sluice', [key], aRequest(body, headers)))).toEqual([
      'accepted',
      'accepted',
      'signature_mismatch',
    ]);
  });

  it('signs as Standard Webhooks with two secrets, and other programs accept it', () => {
    const [current, former] = [`whsec_${base64Key}`, `whsec_${Buffer.from('the former key of the author').toString('base64')}`];
    const headers = standardHeaders('msg_8', { secrets: [current, former], timestampMs: Date.now(), body });
    const seconds = Number(headers['webhook-timestamp']);
    for (const key of [current, former]) {
      expect(verdict('standard-webhooks', [key], aRequest(body, headers), seconds)).toBe('accepted');
      expect(new Webhook(key).verify(body, headers)).toEqual({ name: 'Zoë 🎈' });
    }
    expect(() => new Webhook(current).verify(`${body} `, headers)).toThrow('No matching signature found');
  });
});

describe('a delivery', () => {
  it.each(all)('of %s is accepted with its secret', (provider, sample) => {
    expect(verdict(provider, [sample.secret ?? secret], signed(sample))).toBe('accepted');
  });

  it.each(all)('of %s is accepted with the second of two secrets', (provider, sample) => {
    const other = sample.secret === undefined ? 'another' : `${sample.secret.slice(0, -4)}AAA=`;
    expect(verdict(provider, [other, sample.secret ?? secret], signed(sample))).toBe('accepted');
    expect(verdict(provider, [other], signed(sample))).toBe('signature_mismatch');
  });

  it.each(all)('of %s is refused when one bit of its body changed', (provider, sample) => {
    const request = signed(sample);
    for (const index of [0, request.body.length - 1]) {
      const body = Buffer.from(request.body);
      body[index] = (body[index] ?? 0) ^ 1;
      expect(verdict(provider, [sample.secret ?? secret], { ...request, body })).toBe('signature_mismatch');
    }
  });

  it.each(all)('of %s is refused when its signature is cut, longer, changed, in other letters or absent', (provider, sample) => {
    const request = signed(sample);
    const given = valueOf(request, sample.header);
    const upper = given.toUpperCase();
    const wrong = [given.slice(0, -1), `${given}0`, given.replace(/.$/, (last) => (last === '0' ? '1' : '0')), '', upper];
    for (const header of wrong)
      expect([header, verdict(provider, [sample.secret ?? secret], signed(sample, { changes: { [sample.header]: header } }))]).toEqual([
        header,
        'signature_mismatch',
      ]);
    const { [sample.header]: _absent, ...headers } = request.headers;
    expect(verdict(provider, [sample.secret ?? secret], { ...request, headers })).toBe('signature_missing');
  });

  it.each(all.filter(([provider]) => providers[provider].checks.some((check) => check.kind === 'hmac' && check.prefix !== '')))(
    'of %s is refused without the prefix of its signature',
    (provider, sample) => {
      const { prefix } = providers[provider].checks[0] as HmacCheck;
      const header = valueOf(signed(sample), sample.header).replace(prefix, '');
      expect(verdict(provider, [sample.secret ?? secret], signed(sample, { changes: { [sample.header]: header } }))).toBe(
        'signature_mismatch',
      );
    },
  );

  it.each(all)('of %s is refused when no secret is set, also when it is signed with an empty one', (provider, sample) => {
    const request = signed(sample, sample.secret === undefined ? { key: '' } : {});
    expect(verdict(provider, [], request)).toBe('signature_mismatch');
    expect(verdict(provider, [''], request)).toBe('signature_mismatch');
  });

  it.each(lists)('of %s is accepted when the second of two signatures is right', (provider, sample) => {
    const given = valueOf(signed(sample), sample.header);
    const { prefix } = providers[provider].checks[0] as HmacCheck;
    const wrong = `${prefix}${'0'.repeat(64)}`;
    const two = given.replace(prefix, () => `${wrong}${sample.list ?? ''}${prefix}`);
    expect(verdict(provider, [sample.secret ?? secret], signed(sample, { changes: { [sample.header]: two } }))).toBe('accepted');
  });

  it.each(all.filter(([, { list }]) => list === undefined))('of %s is refused with two signatures in its header', (provider, sample) => {
    const given = valueOf(signed(sample), sample.header);
    const changes = { [sample.header]: `${given}, ${given}` };
    expect(verdict(provider, [sample.secret ?? secret], signed(sample, { changes }))).toBe('signature_mismatch');
  });

  it.each(timed)('of %s is refused when its time is 301 s off', (provider, sample) => {
    const verdictAt = (seconds: number) => verdict(provider, [sample.secret ?? secret], signed(sample, { seconds }));
    expect([-301, -300, 300, 301].map((offset) => verdictAt(nowS + offset))).toEqual([
      'timestamp_outside',
      'accepted',
      'accepted',
      'timestamp_outside',
    ]);
  });

  it('is refused when its time is signed but is no number', () => {
    const body = '{}';
    const headers = { 'x-slack-signature': `v0=${hmac('sha256', 'hex', secret, `v0:soon:${body}`)}`, 'x-slack-request-timestamp': 'soon' };
    expect(verdict('slack', [secret], aRequest(body, headers))).toBe('timestamp_missing');
  });

  it('is refused with a message that says which bytes arrived, and no secret', () => {
    const result = verifySignature(providers.github.checks, [secret], aRequest('{}', { 'x-hub-signature-256': 'sha256=0' }), 0);
    const digest = createHash('sha256').update('{}').digest('hex');
    expect(result).toMatchObject({ message: expect.stringContaining(`2 bytes, SHA-256 ${digest}`) });
    expect(JSON.stringify(result)).not.toContain(secret);
  });

  it('with an Ed25519 signature is accepted with the public key', () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const key = `whpk_${publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64')}`;
    const body = '{"n":1}';
    const signature = signWithKey(null, Buffer.from(`msg_1.${nowS}.${body}`), privateKey).toString('base64');
    const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': String(nowS), 'webhook-signature': `v1a,${signature}` };
    expect(verdict('standard-webhooks', [key], aRequest(body, headers))).toBe('accepted');
    expect(verdict('standard-webhooks', [key], aRequest('{"n":2}', headers))).toBe('signature_mismatch');
  });
});

describe('a token', () => {
  it.each<[ProviderName, string]>([
    ['gitlab', 'x-gitlab-token'],
    ['telegram', 'x-telegram-bot-api-secret-token'],
  ])('of %s must equal the secret', (provider, header) => {
    const outcomes = [secret, `${secret}x`, secret.slice(1), ''].map((value) =>
      verdict(provider, [secret], aRequest('{}', { [header]: value })),
    );
    expect(outcomes).toEqual(['accepted', 'signature_mismatch', 'signature_mismatch', 'signature_mismatch']);
    expect(verdict(provider, [secret], aRequest('{}', {}))).toBe('signature_missing');
  });

  it('of Microsoft Graph must be in every notification of the body', () => {
    const bodyOf = (...states: unknown[]) => JSON.stringify({ value: states.map((clientState) => ({ clientState })) });
    const bodies = [
      bodyOf(secret, secret),
      bodyOf(secret, 'x'),
      bodyOf(),
      bodyOf(7),
      '{"value":{}}',
      'no JSON',
      '{"__proto__":{"value":[]}}',
      bodyOf(secret) + ' '.repeat(1_048_576),
    ];
    expect(bodies.map((body) => verdict('microsoft-graph', [secret], aRequest(body, {})))).toEqual([
      'accepted',
      ...Array<string>(7).fill('signature_mismatch'),
    ]);
  });
});

describe('a body of Twilio that is no form', () => {
  it('is covered by the digest in the address', () => {
    const body = '{"a":1}';
    const addressOf = (digest: string) => `${url}?bodySHA256=${digest}`;
    const digest = createHash('sha256').update(body).digest('hex');
    const request = (address: string) =>
      aRequest(body, { 'x-twilio-signature': hmac('sha1', 'base64', secret, address) }, { url: address });
    expect(verdict('twilio', [secret], request(addressOf(digest)))).toBe('accepted');
    expect(verdict('twilio', [secret], request(addressOf('00')))).toBe('signature_mismatch');
    expect(verdict('twilio', [secret], request(url))).toBe('signature_mismatch');
  });
});

describe('a form of Twilio', () => {
  const formOf = (names: readonly string[], value = '1') => {
    const covered = names.toSorted().map((name) => name + value);
    const headers = {
      'x-twilio-signature': hmac('sha1', 'base64', secret, url + covered.join('')),
      'content-type': 'application/x-www-form-urlencoded',
    };
    return aRequest(names.map((name) => `${name}=${value}`).join('&'), headers);
  };
  const names = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`);

  it('has up to 10,000 fields and 1 MiB, since it is parsed before its signature is checked', () => {
    expect(verdict('twilio', [secret], formOf(names(10_000)))).toBe('accepted');
    expect(verdict('twilio', [secret], formOf(names(10_001)))).toBe('signature_mismatch');
    expect(verdict('twilio', [secret], formOf(names(1), 'x'.repeat(1_048_573)))).toBe('accepted');
    expect(verdict('twilio', [secret], formOf(names(1), 'x'.repeat(1_048_574)))).toBe('signature_mismatch');
  });
});

describe('an HMAC of the author', () => {
  const fields = {
    hmacHeader: 'X-Acme-Signature',
    hmacAlgorithm: 'sha512',
    hmacEncoding: 'base64',
    hmacPrefix: 'acme ',
    hmacTemplate: '{timestamp}.{body}',
    hmacTimestampHeader: 'X-Acme-Time',
  };

  it.each([
    ['seconds', String(nowS)],
    ['ms', `${nowS}000`],
  ])('checks what the author says, with a time in %s', (_unit, time) => {
    const check = authorHmac(fields) as HmacCheck;
    const headers = { 'x-acme-time': time, 'x-acme-signature': `acme ${hmac('sha512', 'base64', secret, `${time}.{}`)}` };
    expect(outcome([check], [secret], aRequest('{}', headers))).toBe('accepted');
    expect(outcome([check], [secret], aRequest('{}', headers), nowS + 301)).toBe('timestamp_outside');
    expect(outcome([check], [secret], aRequest('[]', headers))).toBe('signature_mismatch');
  });

  it('is a hexadecimal SHA-256 of the body when only its header is named', () => {
    const check = authorHmac({
      hmacHeader: 'x-sig',
      hmacAlgorithm: '',
      hmacEncoding: '',
      hmacPrefix: '',
      hmacTemplate: '',
      hmacTimestampHeader: '',
    });
    expect(outcome([check as HmacCheck], [secret], aRequest('{}', { 'x-sig': hmac('sha256', 'hex', secret, '{}') }))).toBe('accepted');
  });

  it.each<[Partial<typeof fields>, string]>([
    [{ hmacHeader: '' }, 'has a hmacHeader that is not the name of a header'],
    [{ hmacHeader: 'two words' }, 'has a hmacHeader that is not the name of a header'],
    [{ hmacAlgorithm: 'md5' }, 'has a hmacAlgorithm that is not one of sha256, sha1, sha512'],
    [{ hmacEncoding: 'utf8' }, 'has a hmacEncoding that is not one of hex, base64'],
    [{ hmacTemplate: '{timestamp}' }, 'has a hmacTemplate that does not contain {body}'],
    [{ hmacTemplate: '{body}{secret}' }, 'has a hmacTemplate that contains {secret}: use {body}, {timestamp} and {url}'],
    [{ hmacTemplate: '{body}' }, 'has a hmacTemplate that does not contain {timestamp}: the time must be signed'],
    [{ hmacTimestampHeader: '' }, 'has a hmacTemplate that contains {timestamp}: set hmacTimestampHeader'],
    [{ hmacTimestampHeader: 'a b' }, 'has a hmacTimestampHeader that is not the name of a header'],
  ])('is refused at deploy with %j', (change, what) => {
    expect(authorHmac({ ...fields, ...change })).toEqual([{ field: what.split(' ')[2], what, code: 'invalid_value' }]);
  });
});

describe('a secret', () => {
  it.each<[ProviderName, string, string | undefined]>([
    ['github', 'x', undefined],
    ['github', '', 'must not be empty'],
    ['standard-webhooks', `whsec_${base64Key}`, undefined],
    ['standard-webhooks', 'whsec_not base64', 'must be whsec_ and base64, or whpk_ and the base64 of 32 bytes'],
    ['standard-webhooks', 'whpk_AAAA', 'must be whsec_ and base64, or whpk_ and the base64 of 32 bytes'],
    ['teams', 'not base64', 'must be base64'],
  ])('of %s that is %j', (provider, value, expected) => {
    expect(secretProblem(providers[provider].checks[0] as SignatureCheck, value)).toBe(expected);
  });
});
