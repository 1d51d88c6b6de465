import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.js';
import { reachServers } from '../support/reached-servers.js';
import { startServerWithDatabase, type ServerWithDatabase } from '../support/restarted-database.js';
import type { ServerProcess } from '../support/server-process.js';
import { fieldBlock, triggered, webhook } from '../support/triggers/trigger-documents.js';

const schedules = 5;
const senders = 6;

let restarted: ServerWithDatabase;
let server: ServerProcess;
let address: string;
let workflowId: string;

beforeAll(async () => {
  restarted = await startServerWithDatabase();
  server = restarted.server;
  const { workspaceId, deploy, send } = await reachServers([server]);
  const each = { scheduleType: 'custom', cronExpression: '* * * * * *', catchUp: 'all', overlapPolicy: 'allow' };
  const ticks = Array.from({ length: schedules }, (_, index) => fieldBlock(`tick${index}`, 'schedule', each));
  workflowId = await deploy('Orders', triggered(webhook('orders'), ...ticks));
  const list = await send<{ data: { url: string | null }[] }>('GET', `/api/v1/triggers?workspaceId=${workspaceId}`);
  address = new URL(list.data.find(({ url }) => url !== null)?.url ?? '').pathname;
}, 60_000);

afterAll(() => restarted.finish(), 60_000);

async function numberOf(text: string): Promise<number> {
  const [row] = await restarted.rows<{ n: number }>(`select count(*)::int as n ${text}`);
  return row?.n ?? 0;
}

const accepted = (kind: 'webhook' | 'schedule'): Promise<number> =>
  numberOf(`from delivery where outcome = 'accepted' and scheduled_for is ${kind === 'schedule' ? 'not ' : ''}null`);

/** Sends events without pause, each until it is answered with success, while `during` happens. @returns how many were answered */
async function sending(during: () => Promise<void>): Promise<number> {
  let [next, answered, isOver] = [0, 0, false];
  const sender = async (): Promise<void> => {
    while (!isOver) {
      const n = (next += 1);
      await eventually(async () => {
        const { status } = await server.call('POST', address, { n }, { 'idempotency-key': `event ${n}` });
        expect(status).toBe(200);
      }, 60_000);
      answered += 1;
    }
  };
  const all = Array.from({ length: senders }, sender);
  await during().finally(() => (isOver = true));
  await Promise.all(all);
  return answered;
}

/** Waits until that many more deliveries of each kind have a run. */
async function more(count: number): Promise<void> {
  const before = { webhook: await accepted('webhook'), schedule: await accepted('schedule') };
  await eventually(async () => {
    expect(await accepted('webhook')).toBeGreaterThan(before.webhook + count);
    expect(await accepted('schedule')).toBeGreaterThan(before.schedule + count);
  }, 60_000);
}

describe('a server whose database is killed and stopped while webhooks and schedules start runs', () => {
  it('stores each event that it answers and each time of its schedules once, and runs them once', async () => {
    const signals = ['SIGKILL', 'SIGINT', 'SIGKILL'] as const;
    const answered = await sending(async () => {
      await more(10);
      for (const signal of signals) {
        await restarted.end(signal);
        await more(10);
      }
    });
    await eventually(async () => {
      const [row] = await restarted.rows<{ behind: number }>(
        `select count(*)::int as behind from schedule_cursor where last_scheduled_for is null or last_scheduled_for < now() - interval '2 s'`,
      );
      expect(row?.behind).toBe(0);
    }, 60_000);
    expect(await server.call('DELETE', `/api/v1/workflows/${workflowId}/deploy`)).toMatchObject({ status: 200 });

    expect(await accepted('webhook')).toBe(answered);
    const [times] = await restarted.rows(
      `select count(distinct trigger_id)::int as schedules, count(*) filter (where scheduled_for = before)::int as twice,
         count(*) filter (where scheduled_for > before + interval '1 second')::int as gaps
       from (select *, lag(scheduled_for) over (partition by trigger_id order by scheduled_for) as before
             from delivery where outcome = 'accepted' and scheduled_for is not null) d`,
    );
    expect(times).toEqual({ schedules, twice: 0, gaps: 0 });
    const all = await numberOf(`from delivery where outcome = 'accepted'`);
    await eventually(async () => expect(await numberOf(`from run_event where type = 'execution.completed'`)).toBe(all), 120_000);
    expect(await numberOf(`from run_event where type = 'job.queued'`)).toBe(all);
  }, 300_000);
});
