import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { fileUrl, upload, uploaded } from '../../support/file-api.js';
import { startS3Server, type S3Server } from '../../support/s3-server.js';
import { sendUpload } from '../../support/streamed-upload.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let s3: S3Server;
let server: TestApp;

beforeAll(async () => {
  s3 = await startS3Server();
  server = await startTestApp({ env: s3.env });
});
afterAll(async () => {
  await server.close();
  await s3.stop();
});

const owner = () => server.as(server.first.apiKey);

it('files in a bucket are stored, read in parts and deleted', async () => {
  const { id } = await uploaded(server, 'digits.txt', '0123456789');
  const whole = await owner().get(fileUrl(server, id)).expect(200);
  expect(whole.text).toBe('0123456789');
  const part = await owner().get(fileUrl(server, id)).set('Range', 'bytes=2-4').expect(206);
  expect(part.text).toBe('234');
  await upload(server, 'digits.txt').expect(409);
  await owner().delete(fileUrl(server, id)).expect(200);
  await owner().get(fileUrl(server, id)).expect(404);
});

it('large files in a bucket are uploaded in parts', async () => {
  const { url, first } = server;
  const answer = await sendUpload({ url, key: first.apiKey, workspaceId: first.workspaceId, name: 'large', size: 12 * 1024 * 1024 });
  expect(answer.status).toBe(200);
  const { headers } = await owner()
    .get(fileUrl(server, answer.body.data?.file.id ?? ''))
    .expect(200);
  expect(headers['content-length']).toBe(String(12 * 1024 * 1024));
});

it('an unreachable bucket is reported, and its credentials are in no log', async () => {
  const leaving = await startS3Server();
  const beside = await startTestApp({ env: leaving.env, beside: server });
  await leaving.stop();
  const { id } = await uploaded(server, 'unreachable.txt');
  const { body, headers } = await upload(beside, 'nowhere').expect(503);
  expect(body).toMatchObject({ code: 'UNAVAILABLE' });
  expect(headers['retry-after']).toBe('5');
  await beside.as(server.first.apiKey).get(fileUrl(server, id)).expect(503);
  await beside.close();
  expect(JSON.stringify([...server.logLines, ...beside.logLines])).not.toContain('S3RVER');
});

it.each([
  ['that does not answer', { SLUICE_S3_ENDPOINT: 'http://127.0.0.1:1' }],
  ['that does not exist', { SLUICE_S3_BUCKET: 'nowhere' }],
])('a server with a bucket %s does not start, and says so in one sentence', async (_, env) => {
  const start = startTestApp({ env: { ...s3.env, ...env }, beside: server });
  await expect(start).rejects.toThrow(/^The bucket \w+ cannot be written and read: .+Check SLUICE_S3_BUCKET/);
});
