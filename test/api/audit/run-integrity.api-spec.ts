import type { Test } from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { verifyRuns } from '#modules/audit/index.js';
import { appendDigest, eventText, markText, parseMark, type DigestedEvent } from '#ledger/events/digest/stream-digest.js';
import { isoTimes } from '#ledger/database/iso-times.js';
import { eventually } from '../../support/eventually.js';
import { createUser } from '../../support/issue-key.js';
import { functionBlock, deployState, inARow } from '../../support/run-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;
let workflowId: string;

beforeAll(async () => {
  server = await startTestApp();
  workflowId = await deployState(server, inARow(functionBlock('first', 'return 1'), functionBlock('second', 'return 2')));
}, 60_000);
afterAll(() => server.close());

const owner = () => server.as(server.first.apiKey);

/** A run that has ended: recorded in one append, or in several, as a stream makes them. */
async function run(stream: boolean): Promise<string> {
  const answer = await owner().post(`/api/workflows/${workflowId}/execute`).send({ stream }).expect(200);
  const id = answer.headers['x-execution-id'] as string;
  await eventually(async () => expect(await integrity(id)).toEqual(verified), 20_000);
  return id;
}

async function integrity(id: string): Promise<unknown> {
  const { body } = await owner().get(`/api/workflows/${workflowId}/executions/${id}`).expect(200);
  const log = await owner().get(`/api/v1/logs/${id}`).expect(200);
  expect(log.body.data.integrity).toEqual(body.integrity);
  return body.integrity;
}

const change = (sql: string, id: string): Promise<unknown> => server.database.pool.query(sql, [id]);
const verified = { status: 'verified', detail: null };
const changed = (detail: string) => ({ status: 'changed', detail: expect.stringContaining(detail) });

/** Rewrites the result of a block and all digests after it. */
async function forge(id: string): Promise<void> {
  const { pool } = server.database;
  await change(`update run_event set data = (replace(data::text, '"result":1', '"result":5'))::json where stream_id = $1`, id);
  const { rows } = await pool.query<DigestedEvent & { digest: string | null }>({
    text: `select version, type, schema_version as "schemaVersion", workspace_id as "workspaceId", at, meta::text as meta,
             claims::text as claims, data::text as data, digest from run_event where stream_id = $1 order by version`,
    types: isoTimes,
    values: [id],
  });
  let previous = '';
  for (const { digest: text } of rows) {
    const mark = parseMark(text ?? '');
    if (mark === undefined || (mark.first === 1 && text === rows[0]?.digest && previous !== '')) continue;
    const texts = rows.slice(mark.first - 1, mark.last).map(eventText);
    previous = appendDigest(previous, id, texts);
    await pool.query('update run_event set digest = $2 where stream_id = $1 and digest = $3', [
      id,
      markText({ ...mark, digest: previous }),
      text,
    ]);
  }
}

describe.each([
  ['in one append', false],
  ['in several appends', true],
])('a run that was recorded %s', (_, stream) => {
  it('is verified once the audit log vouches for its last event', async () => {
    const id = await run(stream);
    const { body } = await owner()
      .get('/api/v1/audit-logs')
      .query({ workspaceId: server.first.workspaceId, ...(stream ? { resourceId: id } : { action: 'workflow.execute' }), limit: '1' })
      .expect(200);
    expect(body.data).toMatchObject([
      {
        action: stream ? 'workflow.executed' : 'workflow.execute',
        metadata: { stream: id, digest: expect.stringMatching(stream ? /^[2-9]\d*-\d+\.[\w-]{43}$/ : /^1-\d+\.[\w-]{43}$/) },
      },
    ]);
  });

  it.each([
    [
      'rewritten',
      `update run_event set data = (replace(data::text, '"result":2', '"result":3'))::json where stream_id = $1`,
      'not as recorded',
    ],
    [
      'removed at the end',
      `delete from run_event e where stream_id = $1 and version = (select max(version) from run_event where stream_id = $1)`,
      '',
    ],
    [
      'put at the end',
      `insert into run_event (stream_id, version, type, schema_version, workspace_id, data, at)
       select stream_id, version + 1, type, schema_version, workspace_id, data, at from run_event where stream_id = $1 order by version desc limit 1`,
      '',
    ],
  ])('shows that an event was %s', async (how, sql, detail) => {
    const id = await run(stream);
    await change(sql, id);
    const expected = how === 'put at the end' ? { status: 'not_covered' } : changed(detail);
    expect((await owner().get(`/api/workflows/${workflowId}/executions/${id}`).expect(200)).body.integrity).toMatchObject(expected);
  });

  it('shows that an event was rewritten and all digests were computed again', async () => {
    const id = await run(stream);
    await forge(id);
    expect(await integrity(id)).toEqual(changed('The audit log vouches for other events'));
    const { findings } = await verifyRuns(server.database.pool);
    expect(findings).toContainEqual({ stream: id, reason: 'The audit log vouches for other events' });
  });
});

describe('a run', () => {
  it('that a former release recorded is not covered, and never verified', async () => {
    const id = await run(false);
    await change('update run_event set digest = null where stream_id = $1', id);
    await change(`update audit_entry set metadata = (metadata::jsonb - 'digest')::json where metadata->>'stream' = $1`, id);
    expect(await integrity(id)).toEqual({ status: 'not_covered', detail: 'Event 1 and all after it were recorded without a digest' });
  });

  it('that is gone is missed by the verification of all runs, unless retention has swept its month', async () => {
    const id = await run(false);
    await change('delete from run_event where stream_id = $1', id);
    const { findings } = await verifyRuns(server.database.pool);
    expect(findings).toContainEqual({ stream: id, reason: 'All events are missing' });
    await server.database.pool.query(
      `insert into retention_month (month, workspaces, leftovers, affects_until, swept_at) values (date_trunc('month', now() at time zone 'utc'), '{}', '{}', now(), now())`,
    );
    const later = await verifyRuns(server.database.pool);
    expect(later.findings).not.toContainEqual(expect.objectContaining({ stream: id, reason: 'All events are missing' }));
    expect(later.expired).toBeGreaterThan(0);
  });
});

async function refusesAsChanged(asked: Test, id: string): Promise<void> {
  const { status, body } = await asked;
  const said = typeof body.error === 'object' ? body.error : { message: body.error, code: body.code };
  expect({ status, ...said }).toEqual({
    status: 503,
    code: 'RUN_CHANGED',
    message: expect.stringMatching(new RegExp(`^The stored events of execution ${id} were changed and cannot be read: .*vents? \\d`)),
  });
}

describe('a run of which an event cannot be read', () => {
  it.each([
    [`type = 'nope'`],
    [`schema_version = 99`],
    [`claims = '{"a":1}'`],
    [`claims = '"x"'`],
    [`claims = '[null]'`],
    [`data = 'null'`],
  ])('is named as changed with %s, and the others are verified', async (rewritten) => {
    const [id, other] = [await run(true), await run(false)];
    await change(`update run_event set ${rewritten} where stream_id = $1 and type = 'execution.completed'`, id);

    const found = await verifyRuns(server.database.pool);
    expect(found.findings.filter(({ stream }) => [id, other].includes(stream))).toMatchObject([{ stream: id }]);

    const integrity = changed('as recorded');
    const log = await owner().get(`/api/v1/logs/${id}`).expect(200);
    expect(log.body.data).toMatchObject({ executionData: { status: 'completed' }, integrity });
    const { body: list } = await owner()
      .get('/api/v1/logs')
      .query({ workspaceId: server.first.workspaceId, details: 'full', includeTraceSpans: 'true' })
      .expect(200);
    expect(list.data.map(({ id: listed }: { id: string }) => listed)).toEqual(expect.arrayContaining([id, other]));

    const events = await owner().get(`/api/v1/logs/executions/${id}/events`).expect(200);
    expect(events.body).toMatchObject({ status: 'completed', nextAfter: null, integrity });
    expect(events.body.data[0]).toMatchObject({ position: 1, type: 'execution.started' });
    const { body: diagnosis } = await owner().get(`/api/v1/logs/executions/${id}/diagnosis`).expect(200);
    expect(diagnosis.data).toMatchObject({ status: 'completed', finding: 'changed', integrity, remedies: [] });

    const { version } = (
      await server.database.pool.query<{ version: number }>('select max(version) as version from run_event where stream_id = $1', [id])
    ).rows[0] ?? { version: 0 };
    const places = [
      `/api/workflows/${workflowId}/executions/${id}`,
      `/api/v2/workflows/${workflowId}/runs/${id}`,
      `/api/workflows/${workflowId}/executions/${id}/stream`,
      // The end of a run is no effect, so its data are not needed.
      ...(rewritten.startsWith('data') ? [] : [`/api/v1/logs/executions/${id}/effects`]),
      `/api/v1/logs/executions/${id}/events/${version}?path=output`,
    ];
    for (const place of places) await refusesAsChanged(owner().get(place), id);
    await refusesAsChanged(owner().get(`/api/v1/logs/executions/${id}/compare`).query({ with: other }), id);
    await refusesAsChanged(owner().post(`/api/workflows/${workflowId}/executions/${id}/replay`).send({ mode: 'live' }), id);
    await refusesAsChanged(
      owner()
        .get(`/api/v1/logs/executions/${id}/events?after=${version - 1}`)
        .set('Accept', 'text/event-stream'),
      id,
    );
  });

  it.each([`type = 'nope'`, `data = 'null'`])(
    'is named also when it is the first one, with %s, to those only who reach it',
    async (rewritten) => {
      const id = await run(true);
      await change(`update run_event set ${rewritten} where stream_id = $1 and version = 1`, id);
      await refusesAsChanged(owner().get(`/api/workflows/${workflowId}/executions/${id}`), id);
      await refusesAsChanged(owner().get(`/api/v1/logs/executions/${id}/events`), id);
      const stranger = await createUser(server);
      await server.as(stranger.key).get(`/api/workflows/${workflowId}/executions/${id}`).expect(404);
    },
  );
});
