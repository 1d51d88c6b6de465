import { describe, expect, it } from '@jest/globals';
import { InfrastructureFault } from '#kernel/errors.js';
import type { Json } from '#kernel/json.js';
import { PolicedHttp } from '#world/outbound/policed-http.js';
import { IsolatedSandbox } from '#world/sandbox/isolated-sandbox.js';
import { aBlock, aDocument, edges } from '../../../../../test/support/engine/documents.js';
import { KeptMemory } from '../../../../../test/support/engine/kept-memory.js';
import { openBudget } from '../../../../../test/support/engine/open-budget.js';
import { ScriptedModels } from '../../../../../test/support/engine/scripted-models.js';
import { aFile, keptData } from '../../../../../test/support/engine/kept-data.js';
import { runDocument, type RunOptions } from '../../../../../test/support/engine/run-document.js';
import { ScriptedHttp } from '../../../../../test/support/engine/scripted-http.js';

const away = new InfrastructureFault('The database cannot be reached');

/** start → b, with an error edge to `handled` */
function run(type: string, fields: Readonly<Record<string, Json>>, options: RunOptions) {
  const blocks = [aBlock('s', 'start_trigger'), aBlock('b', type, fields), aBlock('handled', 'response', { data: '{}' })];
  return runDocument(aDocument(blocks, edges('s > b', 'b:error > handled')), options);
}

/** Answers of the port that fail this often, and then succeed. */
function failing<Answer>(times: number, answer: Answer): () => Answer {
  let left = times;
  return () => {
    left -= 1;
    if (left >= 0) throw away;
    return answer;
  };
}

const cases: readonly [port: string, type: string, fields: Readonly<Record<string, Json>>, method: string, answer: unknown][] = [
  ['rows are read', 'table', { tableId: 't', operation: 'query_rows' }, 'queryRows', { rows: [], total: 0 }],
  ['rows are written', 'table', { tableId: 't', operation: 'insert_row', data: { a: 1 } }, 'insertRows', { rows: [{ id: 'r', data: {} }] }],
  ['knowledge is searched', 'knowledge', { knowledgeBaseId: 'k', query: 'x' }, 'searchKnowledge', []],
  ['a file is read', 'file', { operation: 'file_get_content', getContentFile: 'a.md' }, 'readFile', undefined],
  ['a file is written', 'file', { operation: 'file_write', fileName: 'a.md', content: 'x' }, 'writeFile', undefined],
];

describe('a fault of the infrastructure', () => {
  it.each(cases)(
    'while %s lets the block run again, with the same key and without its error edge',
    async (_, type, fields, method, answer) => {
      const healthy = keptData();
      const kept = keptData({
        [method]: failing(3, answer ?? (await (healthy.data as never as Record<string, () => Promise<unknown>>)[method]?.())),
      });
      const { outcome, events, pauses } = await run(type, fields, { data: kept.data });
      expect(outcome.kind).toBe('completed');
      expect(events.map((event) => event.type)).not.toContain('execution.block-failed');
      expect(pauses).toEqual([100, 200, 400]);
      const keys = events.flatMap((event) => (event.type === 'execution.effect-intended' ? [event.payload.effectKey] : []));
      expect(new Set(keys).size).toBe(1);
    },
  );

  it('that lasts ends the drive of the run, and fails no block', async () => {
    const { data } = keptData({ queryRows: failing(100, { rows: [], total: 0 }) });
    await expect(run('table', { tableId: 't', operation: 'query_rows' }, { data })).rejects.toBe(away);
  });

  it('is not an attempt that the author counts', async () => {
    const { data } = keptData({ queryRows: failing(4, { rows: [], total: 0 }) });
    const retry = { enabled: true, maxTries: 2, waitBetweenTriesMs: 7 };
    const block = { ...aBlock('b', 'table', { tableId: 't', operation: 'query_rows' }), retry };
    const { events } = await runDocument(aDocument([aBlock('s', 'start_trigger'), block], edges('s > b')), { data });
    const completed = events.find((event) => event.type === 'execution.block-completed' && event.payload.node === 'b');
    expect(completed?.payload).not.toHaveProperty('tries');
  });

  it.each(['return (await fetch(url)).status', 'try { await fetch(url) } catch { return "caught" } return "answered"'])(
    'that a function meets is not seen by its code: %s',
    async (body) => {
      const http = new ScriptedHttp(away, { status: 200 });
      const code = `const url = { url: "https://a.example", method: "POST", headers: {}, body: null }; ${body}`;
      const { outcome } = await run('function', { code }, { http });
      expect(outcome).toMatchObject({ kind: 'completed' });
      expect(JSON.stringify(outcome)).not.toContain('caught');
      const keys = http.requests.map(({ headers = {} }) => headers['Idempotency-Key']);
      expect(keys).toEqual([keys[0], keys[0]]);
    },
  );
});

/** A capability, one method of which fails twice before it works. */
function interrupted<Capability extends object>(capability: Capability, method: keyof Capability, error: Error = away): Capability {
  let left = 2;
  return new Proxy(capability, {
    get: (target, name): unknown => {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...given: readonly unknown[]): unknown => {
        left -= name === method ? 1 : 0;
        return name === method && left >= 0 ? Promise.reject(error) : Reflect.apply(value, target, given);
      };
    },
  });
}

describe('a fault of the infrastructure that an agent meets', () => {
  const remembering = { memoryType: 'conversation', conversationId: 'c' };
  const optional = { ...remembering, memoryOptional: true };

  it.each<[when: string, fields: Readonly<Record<string, Json>>, options: () => RunOptions]>([
    ['while its model is looked up', {}, () => ({ models: interrupted(new ScriptedModels({ text: 'Hello' }), 'resolve') })],
    ['while its memory is read', remembering, () => ({ memory: interrupted(new KeptMemory(), 'read') })],
    ['while its optional memory is read', optional, () => ({ memory: interrupted(new KeptMemory(), 'read') })],
    ['while its turn is remembered', remembering, () => ({ memory: interrupted(new KeptMemory(), 'append') })],
    ['while its turn is remembered in an optional memory', optional, () => ({ memory: interrupted(new KeptMemory(), 'append') })],
    ['while its files are looked up', { files: [aFile] as never }, () => ({ data: interrupted(keptData().data, 'file') })],
    ['while its budget is checked', {}, () => ({ budget: interrupted(openBudget, 'admit') })],
    [
      'as an error of the database while its budget is checked',
      {},
      () => ({ budget: interrupted(openBudget, 'admit', Object.assign(new Error('x'), { code: 'ECONNREFUSED' })) }),
    ],
  ])('%s lets its work run again', async (_, fields, options) => {
    const models = new ScriptedModels({ text: 'Hello' });
    const asking = { model: 'm', messages: [{ role: 'user', content: 'Hi' }], ...fields };
    const { outcome, events, pauses } = await run('agent', asking, { models, ...options() });
    expect(outcome).toMatchObject({ kind: 'completed' });
    expect(pauses).toEqual([100, 200]);
    expect(events.filter(({ type }) => type === 'execution.model-answered')).toHaveLength(1);
    const completed = events.find((event) => event.type === 'execution.block-completed' && event.payload.node === 'b');
    expect(completed?.payload).toMatchObject({ output: { content: 'Hello', warnings: [] } });
  });

  it('while a fallback model is looked up does not drop that model', async () => {
    const models = new ScriptedModels({ text: 'Hello' });
    let lookUps = 0;
    const resolve = models.resolve.bind(models);
    models.resolve = async (name, hasOwnKey) => {
      lookUps += 1;
      return lookUps === 2 ? Promise.reject(away) : resolve(name, hasOwnKey);
    };
    const { events } = await run('agent', { model: 'm', messages: [{ role: 'user', content: 'Hi' }], fallbackModels: ['n'] }, { models });
    const entered = events.find((event) => event.type === 'execution.agent-entered');
    expect(entered?.payload).toMatchObject({ request: { fallbacks: [{ name: 'n' }], warnings: [] } });
  });
});

describe('a part of a process that stops', () => {
  it('does not fail the function that runs: the sandbox', async () => {
    const sandbox = new IsolatedSandbox({ minProcesses: 0 });
    await sandbox.close();
    await expect(run('function', { code: 'return 1' }, { sandbox })).rejects.toThrow(InfrastructureFault);
  });

  it('does not decide a condition: the sandbox', async () => {
    const sandbox = new IsolatedSandbox({ minProcesses: 0 });
    await sandbox.close();
    await expect(run('condition', { conditions: [{ id: 'b-if', title: 'if', value: '/a/.test("a")' }] }, { sandbox })).rejects.toThrow(
      InfrastructureFault,
    );
  });

  it('does not fail the request that is sent: the outbound client', async () => {
    const http = new PolicedHttp();
    await http.close();
    await expect(run('api', { url: 'https://a.example/' }, { http })).rejects.toThrow(InfrastructureFault);
  });
});
