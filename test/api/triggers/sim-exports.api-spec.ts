import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RssPoller } from '#modules/triggers/firing/polls/feeds/rss-poller.js';
import { ImapPoller } from '#modules/triggers/firing/polls/mail/imap-poller.js';
import { eventually } from '../../support/eventually.js';
import { TableClient } from '../../support/table-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { startFeedServer } from '../../support/triggers/feed-server.js';
import { mailUser, plainMail, startMailServer } from '../../support/triggers/mail-server.js';
import { pollOnce, triggerKeptAway } from '../../support/triggers/pollers.js';
import { fieldBlock } from '../../support/triggers/trigger-documents.js';
import { aState, anEdge, workflowFixture } from '../../support/workflow-documents.js';
import { createWorkflow } from '../../support/workflow-api.js';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp({ env: { SLUICE_OUTBOUND_ALLOW: '127.0.0.1' } });
  await owner()
    .put(`/api/v1/workspaces/${server.first.workspaceId}/environment`)
    .send({ variables: { MAIL_PASSWORD: mailUser.password } })
    .expect(200);
}, 60_000);
afterAll(() => server.close());

const owner = () => server.as(server.first.apiKey);

/** Imports an exported document as it is, except for what names a place, and deploys it. */
async function imported(name: string, places: Readonly<Record<string, string>> = {}): Promise<string> {
  const written = Object.entries(places).reduce(
    (text, [place, value]) => text.replaceAll(place, value),
    JSON.stringify(workflowFixture(`triggers/${name}`)),
  );
  const { workspaceId } = server.first;
  const { body } = await owner()
    .post('/api/v1/workflows/import')
    .send({ workspaceId, workflow: JSON.parse(written) })
    .expect(201);
  const id = body.data.id as string;
  await owner().post(`/api/v1/workflows/${id}/deploy`).expect(200);
  return id;
}

/** What the only run of the workflow returned. */
function result(workflowId: string): Promise<unknown> {
  return eventually(async () => {
    const { rows } = await server.database.pool.query<{ result: unknown }>(
      `select e.data->'output'->'result' as result from delivery d join run_event e on e.stream_id = d.execution_id
       where d.workflow_id = $1 and d.outcome = 'accepted' and e.type = 'execution.completed'`,
      [workflowId],
    );
    expect(rows).toHaveLength(1);
    return rows[0]?.result;
  }, 20_000);
}

describe('an exported document', () => {
  it.each<[string, string, { readonly hour: string; readonly weekday?: string }]>([
    ['schedule-daily', 'America/New_York', { hour: '09:30' }],
    ['schedule-weekly', 'Asia/Kolkata', { hour: '18:05', weekday: 'Wed' }],
    ['legacy-starter', 'Europe/London', { hour: '23:15' }],
  ])('with the schedule of %s fires at its time in %s', async (name, zone, { hour, weekday }) => {
    const workflowId = await imported(name);
    const { workspaceId } = server.first;
    const { body: listed } = await owner().get('/api/v1/triggers').query({ workspaceId, workflowId }).expect(200);
    const id = listed.data[0].id as string;
    const { body } = await owner().get(`/api/v1/triggers/${id}`).expect(200);
    const next = new Date(body.data.nextRuns[0] as string);
    const local = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit', weekday: 'short' }).formatToParts(
      next,
    );
    const part = (type: string) => local.find((each) => each.type === type)?.value;
    expect(`${part('hour')}:${part('minute')}`).toBe(hour);
    expect(part('weekday')).toMatch(weekday ?? /./);
    await owner().post(`/api/v1/triggers/${id}/fire`).expect(200);
    expect(await result(workflowId)).toEqual({ zone, at: expect.stringMatching(/^\d{4}-.*Z$/) });
  });

  it('with a table block in trigger mode fires for a new row', async () => {
    const table = await TableClient.create(server, [{ name: 'name' }], 'signups');
    const workflowId = await imported('table-new-row', { TABLE_ID: table.id });
    await table.insert({ name: 'Ada' });
    expect(await result(workflowId)).toEqual({ row: { name: 'Ada' }, table: 'signups' });
  });

  it('with a workspace event fires when a run of another workflow fails', async () => {
    const workflowId = await imported('sim-workspace-event');
    const fails = fieldBlock('work', 'function', { code: 'throw new Error("broken")', language: 'javascript' });
    const failing = await createWorkflow(server, {
      state: aState([fieldBlock('start', 'start_trigger'), fails], [anEdge('start', 'work')]),
    });
    await owner().post(`/api/v1/workflows/${failing}/deploy`).expect(200);
    await owner().post(`/api/workflows/${failing}/execute`).send({}).expect(500);
    expect(await result(workflowId)).toEqual({ event: 'execution_error', workflow: expect.any(String) });
    await owner().delete(`/api/v1/workflows/${workflowId}/deploy`).expect(200);
  });

  it('with a feed fires for a new item', async () => {
    const feed = await startFeedServer();
    try {
      const workflowId = await imported('rss', { FEED_URL: feed.url });
      const triggerId = await triggerKeptAway(server, workflowId);
      feed.publish([{ id: 'first', at: new Date(Date.now() + 60_000).toISOString() }]);
      await pollOnce(server, RssPoller, triggerId);
      expect(await result(workflowId)).toEqual({ title: 'first', feed: 'News' });
    } finally {
      await feed.close();
    }
  });

  it('with a mailbox fires for a new message', async () => {
    const mail = await startMailServer();
    try {
      const workflowId = await imported('imap', { MAIL_HOST: '127.0.0.1', MAIL_PORT: String(mail.port) });
      const triggerId = await triggerKeptAway(server, workflowId);
      mail.deliver(plainMail('order'));
      await pollOnce(server, ImapPoller, triggerId);
      expect(await result(workflowId)).toEqual({ subject: 'order', same: 'order' });
    } finally {
      await mail.close();
    }
  });
});
