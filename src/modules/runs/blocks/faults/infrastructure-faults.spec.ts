import { describe, expect, it } from '@jest/globals';
import { InfrastructureFault } from '#kernel/errors.js';
import type { Json } from '#kernel/json.js';
import { PolicedHttp } from '#world/outbound/policed-http.js';
import { IsolatedSandbox } from '#world/sandbox/isolated-sandbox.js';
import { aBlock, aDocument, edges } from '../../../../../test/support/engine/documents.js';
import { keptData } from '../../../../../test/support/engine/kept-data.js';
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
