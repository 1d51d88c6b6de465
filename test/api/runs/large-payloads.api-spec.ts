import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { JsonObject } from '#kernel/json.js';
import { openByteStore } from '#ledger/objects/open-byte-store.js';
import { eventually } from '../../support/eventually.js';
import { deployState, finishedJob, functionBlock, inARow } from '../../support/run-api.js';
import { startS3Server, type S3Server } from '../../support/s3-server.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let s3: S3Server;
let server: TestApp;
let workflow: string;

beforeAll(async () => {
  s3 = await startS3Server();
  server = await startTestApp({ env: s3.env });
  workflow = await deployState(server, inARow(functionBlock('work', 'return <start.text>')));
});
afterAll(async () => {
  await server.close();
  await s3.stop();
});

const owner = () => server.as(server.first.apiKey);
/** A megabyte that does not compress well. */
const aMegabyte = (): string => randomBytes(512 * 1024).toString('hex');
const execute = (body: JsonObject) => owner().post(`/api/workflows/${workflow}/execute`).send(body);
const rows = async (sql: string): Promise<number> => (await server.database.pool.query(sql)).rowCount ?? 0;
const databaseBytes = async (): Promise<number> =>
  Number((await server.database.pool.query<{ size: string }>('select pg_database_size(current_database()) as size')).rows[0]?.size);

it('a run with a megabyte of input answers it, shows it in its log, replays it, and leaves it out of the database', async () => {
  const before = await databaseBytes();
  const texts = Array.from({ length: 4 }, aMegabyte);
  for (const text of texts) {
    const { body } = await execute({ text }).expect(200);
    expect(body.output).toMatchObject({ result: text });
    const log = await eventually(() => owner().get(`/api/v1/logs/${body.executionId}`).expect(200));
    expect(log.text.includes(text)).toBe(true);
    const replayed = await owner()
      .post(`/api/workflows/${workflow}/executions/${body.executionId}/replay`)
      .send({ mode: 'recorded' })
      .expect(200);
    expect(replayed.body.output).toMatchObject({ result: text });
    await eventually(async () => {
      const { body: found } = await owner().get(`/api/workflows/${workflow}/executions/${body.executionId}`).expect(200);
      expect(found.integrity).toMatchObject({ status: 'verified' });
    });
  }
  expect(await rows('select 1 from blob')).toBe(0);
  expect(await rows('select 1 from stored_payload')).toBeGreaterThanOrEqual(texts.length);
  expect((await databaseBytes()) - before).toBeLessThan(2 * 1024 * 1024);
}, 60_000);

it('a job with a megabyte of input is worked off', async () => {
  const text = aMegabyte();
  const { body } = await owner().post(`/api/workflows/${workflow}/execute`).set('X-Execution-Mode', 'async').send({ text }).expect(202);
  expect((await finishedJob(server, body.jobId as string)).output).toMatchObject({ result: text });
});

it('a run whose large value has left the bucket is answered with an error that names the object', async () => {
  const { body } = await execute({ text: aMegabyte() }).expect(200);
  const { rows: places } = await server.database.pool.query<{ location: string }>(
    'select location from stored_payload where stream_id = $1',
    [body.executionId],
  );
  const bucket = await openByteStore(server.config, '');
  for (const { location } of places) await bucket.remove(location);
  await bucket.close();
  const { body: failed } = await owner()
    .post(`/api/workflows/${workflow}/executions/${body.executionId}/replay`)
    .send({ mode: 'recorded' })
    .expect(503);
  expect(failed).toMatchObject({
    code: 'PAYLOAD_MISSING',
    error: expect.stringContaining(`object ${places[0]?.location} in the storage of files is missing`),
  });
});
