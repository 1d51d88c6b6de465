import { describe, expect, it } from '@jest/globals';
import { SandboxFailure, type SandboxFailureKind } from '#world/sandbox/sandbox.js';
import type { Json } from '#kernel/json.js';
import { aBlock, aDocument, edges } from '../../../../test/support/engine/documents.js';
import { FailingSandbox, InProcessSandbox } from '../../../../test/support/engine/in-process-sandbox.js';
import { runBlock } from '../../../../test/support/engine/run-block.js';
import { runDocument, type RunOptions } from '../../../../test/support/engine/run-document.js';
import { ScriptedHttp } from '../../../../test/support/engine/scripted-http.js';
import { functionBlock } from './function.block.js';

const run = (code: string, options: RunOptions = {}, fields: Readonly<Record<string, Json>> = {}) =>
  runBlock('function', { code, ...fields }, options);

/** What the sandbox was asked for. */
async function request(fields: Readonly<Record<string, Json>>) {
  const sandbox = new InProcessSandbox();
  await runBlock('function', fields, { sandbox, input: { n: 1 } });
  return sandbox.requests[0];
}

describe('a function', () => {
  it('gives back what its code returns and what it printed', async () => {
    const { output } = await run('console.log("n", <start.n>); return { twice: <start.n> * 2 }', { input: { n: 21 } });
    expect(output).toEqual({ result: { twice: 42 }, stdout: 'n 21' });
  });

  it.each(['', 'const x = 1', 'return'])('gives null when it returns nothing: %j', async (code) => {
    expect((await run(code)).output).toMatchObject({ result: null });
  });

  it('sees values and never text made of them', async () => {
    const name = `'; return "broken"; //\``;
    const { output } = await run("return [<start.name>, '<start.name>', `${<start.name>}`]", { input: { name } });
    expect(output).toMatchObject({ result: [name, JSON.stringify(name), name] });
  });

  it('makes no request with the name of a secret that is not set, and may use such a text otherwise', async () => {
    const http = new ScriptedHttp({ body: 'ok' });
    const asking = await run(
      "await fetch({ url: 'https://api.example/?key={{NONE}}', method: 'GET', headers: {}, body: null }); return 1",
      { http },
    );
    expect(JSON.stringify(asking)).toContain('Secret NONE is not set in this workspace');
    expect(http.requests).toEqual([]);
    expect((await run("return 'Dear {{NONE}}'")).output).toMatchObject({ result: 'Dear {{NONE}}' });
  });

  it('shows in traces what it looked up, and no secret', async () => {
    const { input } = await run('return <start.n> + "{{KEY}}".length', { input: { n: 1 }, secrets: { KEY: 'abcdef' } });
    expect(input).toEqual({ '<start.n>': 1 });
  });

  it('has at most 1,000 arguments', async () => {
    const some = (count: number): Json => Object.fromEntries(Array.from({ length: count }, (_, n) => [`a${n}`, n]));
    expect((await run('return a999', {}, { arguments: some(1_000) })).output).toMatchObject({ result: 999 });
    expect(JSON.stringify(await run('return 1', {}, { arguments: some(1_001) }))).toContain(
      'arguments must have at most 1000 members, not 1001',
    );
  });

  it('has a tenant and a program name', async () => {
    expect(await request({ code: 'return <start.n>' })).toMatchObject({
      tenant: 'workspace',
      program: 'workflow@1:b',
      code: 'return __ref0',
      bindings: { __ref0: 1 },
    });
  });

  it.each<[Json, number]>([
    [undefined as never, 61_000],
    [1_000, 1_000],
    ['2500', 2_500],
    [90_000, 61_000],
    [0, 61_000],
    ['soon', 61_000],
  ])('with a timeout of %j may take %i ms: hardly longer than the run has left', async (timeout, limit) => {
    expect((await request({ code: '', ...(timeout === undefined ? {} : { timeout }) }))?.timeoutMs).toBe(limit);
  });
});

describe('a function that fails', () => {
  it('reports the error of the code', async () => {
    const failed = await run('console.log("before"); throw new TypeError("no")');
    expect(failed).toMatchObject({ error: 'TypeError: no', output: { error: 'TypeError: no' } });
  });

  it.each<[SandboxFailureKind, number]>([
    ['error', 422],
    ['timeout', 408],
    ['busy', 503],
    ['memory', 422],
  ])('of kind %s stands for status %i', async (kind, status) => {
    const sandbox = new FailingSandbox(new SandboxFailure(kind, 'ended', 'printed'));
    const document = aDocument([aBlock('s', 'start_trigger'), aBlock('b', 'function', { code: '' })], edges('s > b'));
    const { failures } = await runDocument(document, { sandbox });
    expect(failures).toMatchObject([{ message: 'ended', status, stdout: 'printed' }]);
  });
});

describe('other languages', () => {
  it.each(['python', 'shell'])('%s is refused before any run, and in one', async (language) => {
    expect(functionBlock.check(aBlock('b', 'function', { language, code: '' }))).toEqual([
      {
        blockId: 'b',
        field: 'language',
        code: 'unsupported_language',
        message: 'Block "b": language must be "javascript", the only language that runs here',
      },
    ]);
    expect(await run('', {}, { language })).toMatchObject({ error: 'language must be "javascript"' });
  });

  it('are not asked for', () => {
    expect(functionBlock.check(aBlock('b', 'function', { code: '' }))).toEqual([]);
    expect(functionBlock.check(aBlock('b', 'function', { code: '', language: 'javascript' }))).toEqual([]);
  });
});

describe('the network of a function', () => {
  const post = (url: string, headers = '{}') => `await fetch({ url: "${url}", method: "POST", headers: ${headers}, body: "x" })`;

  async function contact(code: string, secrets: Readonly<Record<string, string>> = {}) {
    const http = new ScriptedHttp({ status: 201, statusText: 'Created', headers: { a: 'b' }, body: 'done' });
    const document = aDocument([aBlock('s', 'start_trigger'), aBlock('b', 'function', { code })], edges('s > b'));
    const { outcome, effects, failures } = await runDocument(document, { http, secrets });
    return { outcome, effects, failures, requests: http.requests };
  }

  it('is the outbound client', async () => {
    const { outcome } = await contact('return fetch({ url: "https://a.example/x", method: "GET", headers: {}, body: null })');
    expect(outcome).toMatchObject({
      output: { result: { url: 'https://a.example/x', status: 201, statusText: 'Created', headers: { a: 'b' }, body: 'done' } },
    });
  });

  it('makes one intent durable, before the first request', async () => {
    const { effects } = await contact(`${post('https://a.example/x?q=1')}\n${post('https://b.example/y')}`);
    expect(effects).toEqual([{ kind: 'http', target: 'POST https://a.example/x' }]);
  });

  it('touches nothing when the code does not', async () => {
    expect((await contact('return 1')).effects).toEqual([]);
  });

  it('sends a separate key with each request that may change something', async () => {
    const { requests } = await contact(
      `${post('https://a.example')}\n${post('https://a.example')}\n${post('https://a.example', '{"idempotency-key":"mine"}')}\nawait fetch({ url: "https://a.example", method: "GET", headers: {}, body: null })`,
    );
    expect(requests.map(({ headers }) => headers)).toEqual([
      { 'Idempotency-Key': expect.stringMatching(/^[\w-]{43}-1$/) },
      { 'Idempotency-Key': expect.stringMatching(/^[\w-]{43}-2$/) },
      { 'idempotency-key': 'mine' },
      {},
    ]);
  });

  it('does not write secrets into the record of the effect', async () => {
    const { effects } = await contact(post('https://user:pass@a.example/bot{{TOKEN}}/send?key={{TOKEN}}'), { TOKEN: 'abcdef-ghij' });
    expect(effects).toEqual([{ kind: 'http', target: 'POST https://a.example/bot{{TOKEN}}/send' }]);
  });

  it.each([
    [
      `await fetch({ url: "https://a.example/" + "x".repeat(8200), method: "GET", headers: {}, body: null })`,
      'longer than 8192 characters',
    ],
    [`await fetch({ url: "https://a.example/", method: "POST", headers: {}, body: "x".repeat(262145) })`, 'larger than 262144 bytes'],
  ])('refuses what is too large', async (code, message) => {
    const { failures, requests } = await contact(code);
    expect(failures[0]?.message).toContain(message);
    expect(requests).toEqual([]);
  });
});
