import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { OutboundFailure } from '#world/outbound/outbound-http.js';
import type { Json, JsonObject } from '#kernel/json.js';
import { blockAlone } from '../../../../test/support/engine/block-alone.js';
import { aBlock, aDocument, edges } from '../../../../test/support/engine/documents.js';
import { runDocument, type RunOptions } from '../../../../test/support/engine/run-document.js';
import { ScriptedHttp, type ScriptedAnswer } from '../../../../test/support/engine/scripted-http.js';
import type { Answer, HumanPause } from '#engine/pause.js';
import type { PauseEnd, PausedBlock } from '../../block.js';
import { humanInTheLoopBlock } from './human-in-the-loop.block.js';

type Fields = Readonly<Record<string, Json>>;

const links = { uiUrl: 'https://sluice.example/ui', apiUrl: 'https://sluice.example/api/b' };
const url = 'https://hooks.example/asked';
const form = [
  { id: '1', name: 'approved', type: 'boolean', required: true },
  { id: '2', name: 'note', type: 'string', description: 'Why', value: 'fine' },
];

interface Asked {
  readonly pause: HumanPause;
  readonly output: JsonObject;
  readonly input: Json;
}

/** Asks in a run whose start is named Start; `asked` is what is written down of it. */
async function ask(fields: Fields, options: RunOptions & { readonly answers?: readonly (ScriptedAnswer | OutboundFailure)[] } = {}) {
  const http = new ScriptedHttp(...(options.answers ?? [{}]));
  const start = aBlock('s', 'start_trigger', {}, { name: 'Start' });
  const document = aDocument([start, aBlock('b', 'human_in_the_loop', fields, { name: 'Sign Off' })], edges('s > b'));
  const run = await runDocument(document, { http, ...options });
  const paused = run.events.find(({ type }) => type === 'execution.block-paused');
  const asked = (paused?.payload ?? {}) as unknown as Asked;
  const body = http.requests.map((request) => JSON.parse(request.body as string) as JsonObject);
  return { ...run, asked, requests: http.requests, body: body[0] ?? {} };
}

const check = (fields: Fields) => humanInTheLoopBlock.check(aBlock('b', 'human_in_the_loop', fields));

describe('a question', () => {
  it('fails if it shows a value that is nested deeper than outputs may be', async () => {
    let deep: Json = 1;
    for (let level = 0; level < 499; level += 1) deep = [deep];
    const { outcome } = await ask({ builderData: [{ id: '1', name: 'deep', type: 'array', value: '<start.deep>' }] }, { input: { deep } });
    expect(outcome).toMatchObject({ kind: 'failed', error: expect.stringContaining('nested more than') });
  });

  it('pauses the run and returns the addresses for answers', async () => {
    const { outcome, asked } = await ask({ inputFormat: form });
    const _resume = { ...links, contextId: 'b', executionId: 'run', workflowId: 'workflow' };
    const response = { data: { _resume }, status: 200, headers: { 'Content-Type': 'application/json' } };
    expect(asked.output).toEqual({ url: links.uiUrl, resumeEndpoint: links.apiUrl, response });
    expect(outcome).toEqual({ kind: 'paused', output: asked.output, resumeAt: null });
    expect(asked.pause).toEqual({
      kind: 'human',
      contextId: 'b',
      parallelScope: null,
      loopScope: null,
      fields: [
        { name: 'approved', type: 'boolean', description: null, required: true, value: null },
        { name: 'note', type: 'string', description: 'Why', required: false, value: 'fine' },
      ],
      expiresAt: null,
      onExpiry: 'fail',
      defaultInput: null,
      remindAt: null,
      approvers: [],
      requiredApprovals: 1,
    });
  });

  it('shows the data of its author', async () => {
    const builderData = [{ name: 'amount', type: 'number', value: '<start.amount>' }];
    const { asked } = await ask({ builderData }, { input: { amount: 5 } });
    expect(asked.output).toMatchObject({ response: { data: { amount: 5, _resume: {} } } });
    expect(asked.input).toMatchObject({ data: { amount: 5 } });
  });

  it.each<[Json, Json]>([
    ['{"n": <start.n>}', { n: 5 }],
    ['<start.list>', { value: [1] }],
    ['Is it <start.n>?', { value: 'Is it 5?' }],
  ])('shows data that is written as %j', async (data, shown) => {
    const { asked } = await ask({ dataMode: 'json', data }, { input: { n: 5, list: [1] } });
    expect(asked.output).toMatchObject({ response: { data: shown } });
  });

  it('shows a status and headers to programs', async () => {
    const fields = { status: '202', headers: { 'X-Kind': '<start.kind>' } };
    const { asked } = await ask({ operation: 'api', ...fields }, { input: { kind: 'fee' } });
    expect(asked.output).toMatchObject({ response: { status: 202, headers: { 'X-Kind': 'fee' } } });
    expect((await ask(fields)).asked.output).toMatchObject({ response: { status: 200 } });
  });

  it('expires after the time of its author', async () => {
    const { asked, outcome } = await ask(
      { expiresAfter: '<start.h>', onExpiry: 'continue', defaultInput: '{"approved": <start.ok>}', inputFormat: form },
      { input: { h: 2, ok: false } },
    );
    const expiresAt = '2026-01-05T12:00:00.000Z';
    expect(asked.pause).toMatchObject({ expiresAt, onExpiry: 'continue', defaultInput: { approved: false } });
    expect(outcome).toMatchObject({ kind: 'paused', resumeAt: expiresAt });
  });

  it('has a form whose defaults come from the run', async () => {
    const inputFormat = [
      { name: 'draft', type: 'string', value: 'Dear <start.who>' },
      { name: 'amount', type: 'number', value: '<start.n>' },
      { name: 'tags', type: 'array', value: '["<start.who>"]' },
      { name: 'none', type: 'number', value: '<start.missing>' },
    ];
    const { asked } = await ask({ inputFormat }, { input: { who: 'Ann', n: '7' } });
    expect(asked.pause.fields.map(({ value }) => value)).toEqual(['Dear Ann', 7, ['Ann'], null]);
  });

  it.each<[Json]>([['Ada@Example.com, <start.second>'], [['ada@example.com', '<start.second>']], ['<start.both>'], [['<start.both>']]])(
    'names those who may answer it: %j',
    async (approvers) => {
      const input = { second: 'bob@example.com', both: ['ada@example.com', 'BOB@example.com', 'bob@example.com'] };
      const { asked } = await ask({ approvers, requiredApprovals: 2 }, { input });
      expect(asked.pause).toMatchObject({ approvers: ['ada@example.com', 'bob@example.com'], requiredApprovals: 2 });
    },
  );

  it.each<[Fields, string]>([
    [{ approvers: '<start.missing>' }, 'approvers must name at least one person'],
    [{ approvers: ['<start.word>'] }, 'approvers has "much", which is not an e-mail address'],
    [{ approvers: '<start.mail>', requiredApprovals: 2 }, 'requiredApprovals must not be more than the number of approvers, 1'],
    [{ expiresAfter: '<start.word>' }, 'expiresAfter must be a number above 0'],
    [{ expiresAfter: '<start.n>', remindAfter: 1, notificationUrl: url }, 'remindAfter must be shorter than expiresAfter'],
    [{ inputFormat: [{ name: 'n', type: 'number', value: '<start.word>' }] }, 'inputFormat has a default for "n" that must be a number'],
    [
      { inputFormat: form, onExpiry: 'continue', defaultInput: { approved: '<start.word>' } },
      'defaultInput does not fit the form: approved must be true or false',
    ],
  ])('that is not valid fails the block: %j', async (fields, message) => {
    const { outcome, requests } = await ask(fields, { input: { word: 'much', mail: 'ada@example.com', n: 1 } });
    expect(outcome).toMatchObject({ kind: 'failed', error: `Sign Off: ${message}` });
    expect(requests).toEqual([]);
  });

  it('shows no secrets of the workspace', async () => {
    const fields = {
      data: 'The key is {{KEY}}',
      dataMode: 'json',
      inputFormat: [{ name: 'key', type: 'string', value: '{{KEY}}' }],
      onExpiry: 'continue',
      defaultInput: { key: '{{KEY}}' },
      notificationUrl: url,
    };
    const { events, requests, outcome } = await ask(fields, { secrets: { KEY: 'very-secret' } });
    expect(JSON.stringify([events, requests, outcome])).not.toContain('very-secret');
    expect(outcome).toMatchObject({ output: { response: { data: { value: 'The key is {{KEY}}' } } } });
  });
});

describe('a question that is not valid', () => {
  it.each<[Fields, string, string]>([
    [{ operation: 'robot' }, 'operation', 'must be one of human, api'],
    [{ expiresAfter: 0 }, 'expiresAfter', 'must be a number above 0'],
    [{ expiresAfter: 'soon' }, 'expiresAfter', 'must be a number above 0'],
    [{ expiresAfter: 366, expiresUnit: 'days' }, 'expiresAfter', 'must not be more than 365 days'],
    [{ expiresUnit: 'seconds' }, 'expiresUnit', 'must be one of minutes, hours, days'],
    [{ onExpiry: 'ignore' }, 'onExpiry', 'must be one of fail, continue'],
    [{ defaultInput: '{"a": }' }, 'defaultInput', 'must be JSON'],
    [{ onExpiry: 'continue', inputFormat: form }, 'defaultInput', 'does not fit the form: approved is required'],
    [
      { onExpiry: 'continue', inputFormat: form, defaultInput: { approved: 'x' } },
      'defaultInput',
      'does not fit the form: approved must be true or false',
    ],
    [{ requiredApprovals: 0 }, 'requiredApprovals', 'must be a whole number of 1 or more'],
    [{ requiredApprovals: '1.5' }, 'requiredApprovals', 'must be a whole number of 1 or more'],
    [{ requiredApprovals: 2, approvers: 'a@b.example' }, 'requiredApprovals', 'must not be more than the number of approvers, 1'],
    [{ approvers: 'ada' }, 'approvers', 'has "ada", which is not an e-mail address'],
    [{ approvers: ', ,' }, 'approvers', 'must name at least one person'],
    [{ approvers: ['{{BOSS}}'] }, 'approvers', 'must not come from secrets'],
    [{ remindAfter: 2, expiresAfter: 2, notificationUrl: url }, 'remindAfter', 'must be shorter than expiresAfter'],
    [{ remindAfter: 2 }, 'remindAfter', 'needs a notificationUrl'],
    [{ remindAfter: 90, remindUnit: 'minutes', expiresAfter: 1, notificationUrl: url }, 'remindAfter', 'must be shorter than expiresAfter'],
    [{ remindUnit: 'weeks' }, 'remindUnit', 'must be one of minutes, hours, days'],
    [{ notificationUrl: 'hooks.example' }, 'notificationUrl', 'must be a complete address such as https://example.com/path'],
    [{ notificationUrl: 'ftp://hooks.example' }, 'notificationUrl', 'must be a complete address such as https://example.com/path'],
    [{ inputFormat: [{ name: 'url' }] }, 'inputFormat', 'declares "url", a name that is reserved'],
    [{ inputFormat: [{ name: 'a' }, { name: ' a ' }] }, 'inputFormat', 'declares "a" twice'],
    [
      { inputFormat: [{ name: 'a', type: 'date' }] },
      'inputFormat',
      'gives "a" an unknown type; use one of string, number, boolean, object, array, file[]',
    ],
    [{ inputFormat: [{ name: 'a', type: 'number', value: 'x' }] }, 'inputFormat', 'has a default for "a" that must be a number'],
    [{ headers: { 'Set-Cookie': 'a' } }, 'headers', '"Set-Cookie" is set by the server alone'],
  ])('is found before any run: %j', (fields, field, what) => {
    expect(check(fields)).toEqual([{ blockId: 'b', field, message: `Block "b": ${field} ${what}`, code: expect.any(String) }]);
  });

  it.each<[Fields]>([
    [{ expiresAfter: '<s.h>', remindAfter: 5, notificationUrl: '<s.url>' }],
    [{ approvers: '<s.who>', requiredApprovals: 3 }],
    [{ onExpiry: 'continue', inputFormat: form, defaultInput: '<s.answer>' }],
    [{ onExpiry: 'continue', inputFormat: [{ name: 'a', required: true, value: '<s.a>' }] }],
    [{ onExpiry: 'continue', inputFormat: form, defaultInput: '{"approved": "false"}', expiresAfter: '' }],
    [{ onExpiry: '', operation: '', expiresUnit: '', defaultInput: '', approvers: '', notificationUrl: '' }],
  ])('with values that only a run knows has no faults: %j', (fields) => {
    expect(check(fields)).toEqual([]);
  });
});

describe('a notification', () => {
  const secret = 'whsec-very-secret';
  const timestamp = 1_767_607_200_000;

  it('describes the question and has a link for its answer', async () => {
    const fields = { notificationUrl: url, dataMode: 'json', data: { n: 1 }, inputFormat: form, expiresAfter: 1 };
    const { asked, requests, body } = await ask(fields);
    const expiresAt = '2026-01-05T11:00:00.000Z';
    expect(requests).toMatchObject([{ url, method: 'POST', timeoutMs: 30_000 }]);
    expect(body).toEqual({
      event: 'pause.started',
      workflowId: 'workflow',
      executionId: 'run',
      contextId: 'b',
      block: 'Sign Off',
      apiUrl: links.apiUrl,
      data: { n: 1 },
      fields: asked.pause.fields,
      expiresAt,
      approvers: [],
      requiredApprovals: 1,
      url: `${links.uiUrl}?token=token-of-anybody-until-${expiresAt}`,
    });
    expect(asked.output).toMatchObject({ notification: { delivered: true, status: 200 } });
  });

  it('has a link for each person who is named', async () => {
    const { body } = await ask({ notificationUrl: url, approvers: 'ada@example.com, bob@example.com' });
    expect(body).not.toHaveProperty('url');
    expect(body['links']).toEqual(
      ['ada', 'bob'].map((name) => ({
        email: `${name}@example.com`,
        url: `${links.uiUrl}?token=token-of-${name}@example.com-until-ever`,
      })),
    );
  });

  it('is signed like any other delivery', async () => {
    const fields = { notificationUrl: url, notificationSecret: '{{HOOK}}', notificationHeaders: { 'X-Team': 'ops' } };
    const { requests, events } = await ask(fields, { secrets: { HOOK: secret } });
    const body = requests[0]?.body as string;
    const digest = createHmac('sha256', secret)
      .update(`${String(timestamp)}.${body}`)
      .digest('hex');
    expect(requests[0]?.headers).toMatchObject({
      'X-Team': 'ops',
      'X-Delivery-ID': expect.stringMatching(/^\S+$/),
      'X-Webhook-Signature': `t=${String(timestamp)},v1=${digest}`,
    });
    expect(JSON.stringify(events)).not.toContain(secret);
  });

  it('is made durable before it is sent, without what its address hides', async () => {
    const { effects } = await ask({ notificationUrl: `${url}/{{HOOK}}?k=1` }, { secrets: { HOOK: secret } });
    expect(effects).toEqual([{ kind: 'http', target: `POST ${url}/{{HOOK}}` }]);
  });

  it.each<[string, Fields, ScriptedAnswer | OutboundFailure]>([
    ['repeats them', {}, { status: 500, statusText: 'token-of-', headers: { 'x-echo': 'token-of-' }, body: 'token-of-' }],
    ['takes them', {}, {}],
    ['cannot be reached', {}, new OutboundFailure('network', 'No answer')],
  ])('leaves its links nowhere when the receiver %s', async (_what, fields, answer) => {
    const { requests, events, effects, outcome } = await ask(
      { notificationUrl: url, approvers: 'ada@example.com', ...fields },
      { answers: [answer] },
    );
    expect(requests[0]?.body).toContain('token-of-');
    expect(JSON.stringify([events, effects, outcome])).not.toMatch(/token-of-|token=/);
  });

  it.each<[Fields, readonly (ScriptedAnswer | OutboundFailure)[], JsonObject]>([
    [{}, [{ status: 410 }], { status: 410, error: 'The receiver answered with 410' }],
    [{}, [new OutboundFailure('blocked', 'The destination is not allowed')], { error: 'The destination is not allowed' }],
    [{ notificationUrl: '<start.word>' }, [], { error: 'notificationUrl must be a complete address such as https://example.com/path' }],
    [{ notificationSecret: '{{HOOK}}' }, [], { error: 'Secret HOOK is not set in this workspace' }],
  ])('that cannot be delivered does not end the question: %j', async (fields, answers, notification) => {
    const { outcome } = await ask({ notificationUrl: url, ...fields }, { answers, input: { word: 'x' } });
    expect(outcome).toMatchObject({ kind: 'paused', output: { notification: { delivered: false, ...notification } } });
  });

  it('is repeated as its author says', async () => {
    const { requests, outcome } = await ask({ notificationUrl: url, retries: 1 }, { answers: [{ status: 503 }, {}] });
    expect(new Set(requests.map(({ headers }) => headers?.['X-Delivery-ID'])).size).toBe(1);
    expect(requests).toHaveLength(2);
    expect(outcome).toMatchObject({ output: { notification: { delivered: true } } });
  });

  it('is not sent when its address is empty', async () => {
    const { requests, asked } = await ask({ notificationUrl: '<start.missing>' });
    expect(requests).toEqual([]);
    expect(asked.output).not.toHaveProperty('notification');
  });

  it('is repeated once as a reminder, to the same receiver', async () => {
    const fields = { notificationUrl: url, remindAfter: 30, remindUnit: 'minutes', dataMode: 'json', data: { n: 1 } };
    const { asked, body } = await ask(fields);
    expect(asked.pause.remindAt).toBe('2026-01-05T10:30:00.000Z');
    const http = new ScriptedHttp({});
    const place = { ...asked.pause, ...links, workflowId: 'workflow', executionId: 'run', signed: () => 'again' };
    const more = { use: () => http, pausePlace: () => place, beginEffect: () => Promise.resolve({ key: 'k' }), remainingMs: () => 60_000 };
    await blockAlone(humanInTheLoopBlock, fields, more).remind(asked);
    expect(JSON.parse(http.requests[0]?.body as string)).toEqual({ ...body, event: 'pause.reminded', block: 'b', url: 'again' });
  });

  it('that cannot be delivered as a reminder is no failure either', async () => {
    const fields = { notificationUrl: 'nonsense', remindAfter: 1 };
    const { asked } = await ask({ notificationUrl: url });
    await expect(blockAlone(humanInTheLoopBlock, fields).remind(asked)).resolves.toBeUndefined();
  });
});

describe('an answer', () => {
  const at = '2026-01-05T11:00:00.000Z';
  const ada: Answer = { userId: 'u', email: 'ada@example.com', via: 'key', keyId: 'k', at };

  async function paused(fields: Fields, ended: Partial<PauseEnd>): Promise<PausedBlock> {
    const { asked } = await ask(fields);
    return { ...asked, pausedAt: at, ended: { reason: 'answered', input: {}, answers: [ada], at, ...ended } };
  }
  async function answer(fields: Fields, input: Json, ended: Partial<PauseEnd> = {}) {
    const waiting = await paused(fields, { input, ...ended });
    return { waiting, ended: await blockAlone(humanInTheLoopBlock, fields).resume(waiting) };
  }

  it('becomes the output of the block', async () => {
    const { waiting, ended } = await answer({ inputFormat: form }, { approved: 'true', more: 1 });
    const submission = { approved: true, note: 'fine', more: 1 };
    const { response } = waiting.output as { response: { data: object } };
    expect(ended).toEqual({
      output: {
        ...waiting.output,
        ...submission,
        response: { ...response, data: { ...response.data, submission } },
        submission,
        resumeInput: { approved: 'true', more: 1 },
        submittedAt: at,
        answeredBy: [{ email: 'ada@example.com', via: 'key', at }],
        expired: false,
      },
      input: waiting.input,
    });
  });

  it('of several people has what each of them answered', async () => {
    const bob = { ...ada, email: 'bob@example.com', input: '{"approved": "true"}' };
    const answers = [{ ...ada, input: { approved: 'false' } }, bob];
    const { ended } = await answer({ inputFormat: form }, bob.input, { answers });
    expect(ended.output).toMatchObject({ approved: true, resumeInput: bob.input });
    expect(ended.output['answeredBy']).toEqual([
      { email: 'ada@example.com', via: 'key', at, submission: { approved: false, note: 'fine' } },
      { email: 'bob@example.com', via: 'key', at, submission: { approved: true, note: 'fine' } },
    ]);
  });

  it.each<[Json, JsonObject]>([
    ['{"approved": false}', { approved: false }],
    ['no', { value: 'no' }],
    [7, { value: 7 }],
    [null, {}],
  ])('may be %j', async (input, submission) => {
    const { ended } = await answer({}, input);
    expect(ended.output).toMatchObject({ ...submission, submission, resumeInput: input });
  });

  it('cannot replace outputs of the block or choose a branch', async () => {
    const forged = { answeredBy: ['boss'], url: 'x', expired: true, error: 'x', selectedOption: 'x', _pauseMetadata: 1, free: 1 };
    const { waiting, ended } = await answer({}, forged);
    expect(ended.output).toMatchObject({ url: waiting.output['url'] as string, expired: false, free: 1, submission: forged });
    expect(ended.output['answeredBy']).toEqual([{ email: 'ada@example.com', via: 'key', at }]);
    for (const name of ['error', 'selectedOption', '_pauseMetadata']) expect(ended.output).not.toHaveProperty(name);
  });

  it('that does not arrive fails the block', async () => {
    const fields = { expiresAfter: 1 };
    const waiting = await paused(fields, { reason: 'expired', input: null, answers: [] });
    const failing = blockAlone(humanInTheLoopBlock, fields).resume(waiting);
    await expect(failing).rejects.toMatchObject({
      message: 'No answer arrived before 2026-01-05T11:00:00.000Z',
      status: 408,
      output: { url: links.uiUrl, expired: true },
    });
  });

  it('that does not arrive is replaced by the default input if the author wants it', async () => {
    const fields = { expiresAfter: 1, onExpiry: 'continue', defaultInput: { approved: 'false' }, inputFormat: form };
    const { ended } = await answer(fields, { approved: 'false' }, { reason: 'expired', answers: [] });
    expect(ended.output).toMatchObject({ approved: false, note: 'fine', answeredBy: [], expired: true, submittedAt: at });
  });
});
