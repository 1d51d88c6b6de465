import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.js';
import { startKilledServers, type KilledServers } from '../support/killed-servers.js';
import { fieldBlock, triggered } from '../support/triggers/trigger-documents.js';
import { aState, anEdge } from '../support/workflow-documents.js';

const runs = 200;

let servers: KilledServers;

beforeAll(async () => {
  servers = await startKilledServers();
}, 120_000);
afterAll(() => servers.finish());

describe('two processes of which one after the other is killed while runs end', () => {
  it('report each ended run exactly once', async () => {
    const { client, send } = servers;
    const work = aState(
      [fieldBlock('start', 'start_trigger'), fieldBlock('work', 'function', { code: 'return 1', language: 'javascript' })],
      [anEdge('start', 'work')],
    );
    const worker = await servers.deploy('Worker', work);
    const watch = triggered(fieldBlock('watch', 'sim_workspace_event', { eventType: 'execution_success', workflowIds: [worker] }));
    const watcher = await servers.deploy('Watcher', watch);

    await servers.killing(async () => {
      for (let n = 0; n < runs; n += 10) {
        const key = (index: number) => ({ 'idempotency-key': `run-${n + index}` });
        const start = (index: number) => send('POST', `/api/workflows/${worker}/execute`, { async: true, input: {} }, key(index));
        await Promise.all(Array.from({ length: 10 }, (_each, index) => start(index)));
      }
    });

    await eventually(async () => {
      const { rows } = await client.query<{ run: string }>(
        `select e.data->'output'->'result'->'got'->>'runId' as run from delivery d join run_event e on e.stream_id = d.execution_id
         where d.workflow_id = $1 and d.outcome = 'accepted' and e.type = 'execution.completed'`,
        [watcher],
      );
      const { rows: ended } = await client.query<{ run: string }>(
        `select e.stream_id as run from run_event e join run_event s on s.stream_id = e.stream_id and s.version = 1
         where e.type = 'execution.completed' and s.data->>'workflowId' = $1`,
        [worker],
      );
      expect(ended).toHaveLength(runs);
      expect(rows.map(({ run }) => run).toSorted()).toEqual(ended.map(({ run }) => run).toSorted());
    }, 60_000);
  }, 240_000);
});
