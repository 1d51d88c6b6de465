import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { builtInPlans } from '#kernel/plan/plan.js';
import { eventually } from '../../support/eventually.js';
import { fileUrl, upload, uploaded } from '../../support/file-api.js';
import { choosePlan } from '../../support/plans.js';
import { sendUpload, type StreamedUpload } from '../../support/streamed-upload.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const mib = 1024 * 1024;
let server: TestApp;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-plans-'));
  const file = join(folder, 'plans.json');
  const { name: _, ...plan } = builtInPlans.find(({ name }) => name === 'selfhosted') ?? { name: '' };
  await writeFile(file, JSON.stringify({ plans: { tiny: { ...plan, storageBytes: 1000 } } }));
  server = await startTestApp({ env: { SLUICE_PLANS_FILE: file } });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const owner = () => server.as(server.first.apiKey);

function send(options: Pick<StreamedUpload, 'name' | 'size' | 'saysLength' | 'after'>) {
  return sendUpload({ url: server.url, key: server.first.apiKey, workspaceId: server.first.workspaceId, ...options });
}

async function blobs(): Promise<number> {
  const found = await readdir(server.filesDir, { recursive: true, withFileTypes: true }).catch(() => []);
  return found.filter((entry) => entry.isFile()).length;
}

async function storage(): Promise<{ usedBytes: number; limitBytes: number; percentUsed: number }> {
  const { body } = await owner().get('/api/users/me/usage-limits').expect(200);
  return body.storage as { usedBytes: number; limitBytes: number; percentUsed: number };
}

describe('the size of a file', () => {
  it('may be 100 MiB (AC-61)', async () => {
    const { status, body } = await send({ name: 'just fits', size: 100 * mib });
    expect(status).toBe(200);
    await owner()
      .delete(fileUrl(server, body.data?.file.id ?? ''))
      .expect(200);
  });

  it.each([true, false])('may not be one byte more, with and without a declared length: %j (AC-61)', async (saysLength) => {
    const before = await blobs();
    const { status, body } = await send({ name: 'too large', size: 100 * mib + 1, saysLength });
    expect({ status, ...body }).toEqual({ status: 413, error: 'File size exceeds 100MB limit (100.00MB)', code: 'PAYLOAD_TOO_LARGE' });
    expect(await blobs()).toBe(before);
  });

  it('is rejected before the upload if the declared length is far too large', async () => {
    const { status, body } = await send({ name: 'far too large', size: 102 * mib });
    expect({ status, ...body }).toEqual({
      status: 413,
      error: 'workspace file upload body exceeds maximum size of 105906176 bytes',
      code: 'PAYLOAD_TOO_LARGE',
    });
  });

  it('is enforced for an endless form, of which nothing is kept (AC-59)', async () => {
    const before = await blobs();
    const { status, body } = await send({ name: 'endless', size: 2000 * mib, saysLength: false });
    expect([status, body.error]).toEqual([413, 'workspace file upload body exceeds maximum size of 105906176 bytes']);
    await eventually(async () => expect(await blobs()).toBe(before));
  });
});

describe('an interrupted upload', () => {
  it('leaves no file, no bytes and no row (AC-104)', async () => {
    const before = await blobs();
    const sending = send({ name: 'broken off', size: 50 * mib, after: { bytes: 20 * mib, act: (request) => request.destroy() } });
    await expect(sending).rejects.toThrow('socket hang up');
    await eventually(async () => {
      expect(await blobs()).toBe(before);
      expect((await server.database.pool.query('select 1 from stored_object where key is null')).rowCount).toBe(0);
    });
    const { body } = await owner().get(`/api/v1/files?workspaceId=${server.first.workspaceId}`).expect(200);
    expect(JSON.stringify(body)).not.toContain('broken off');
  });
});

describe('the storage of an account', () => {
  beforeAll(() => choosePlan(server, 'tiny'));
  afterAll(() => choosePlan(server, 'selfhosted'));

  it('is reported, grows with files, and is freed when they are deleted', async () => {
    const before = (await storage()).usedBytes;
    const { id } = await uploaded(server, 'counted', 'x'.repeat(500));
    const tiny = await storage();
    expect(tiny).toEqual({ usedBytes: before + 500, limitBytes: 1000, percentUsed: (before + 500) / 10 });
    await owner().delete(fileUrl(server, id)).expect(200);
    expect((await storage()).usedBytes).toBe(before);
  });

  it('is used to the last byte and not beyond by fifty concurrent uploads (AC-64)', async () => {
    expect((await storage()).usedBytes).toBe(0);
    const { id } = await uploaded(server, 'nearly full', 'x'.repeat(900));
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => upload(server, `quota ${index}`, 'y'.repeat(30))));
    const stored = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status === 413);
    expect([stored.length, refused.length]).toEqual([3, 47]);
    expect(refused[0]?.body).toEqual({
      error: 'Storage limit exceeded. Used: 990 bytes, Limit: 1000 bytes',
      code: 'STORAGE_LIMIT_EXCEEDED',
    });
    expect((await storage()).usedBytes).toBe(990);
    for (const { body } of stored)
      await owner()
        .delete(fileUrl(server, body.data.file.id as string))
        .expect(200);
    await owner().delete(fileUrl(server, id)).expect(200);
  });

  it.each([true, false])('rejects a file that is larger than the rest, and stores nothing of it: %j', async (saysLength) => {
    const before = await blobs();
    const { status, body } = await send({ name: 'beyond', size: 5 * mib, saysLength });
    expect([status, body.code]).toEqual([413, 'STORAGE_LIMIT_EXCEEDED']);
    expect(await blobs()).toBe(before);
  });

  it('is shared by the members of an organization and by the keys of its workspaces', async () => {
    const key = await owner().post(`/api/v1/workspaces/${server.first.workspaceId}/api-keys`).send({ name: 'storage' }).expect(200);
    const { id } = await uploaded(server, 'by the workspace', 'x'.repeat(700), { key: key.body.data.key as string });
    expect((await storage()).usedBytes).toBe(700);
    await upload(server, 'by a person', 'x'.repeat(400)).expect(413);
    await owner().delete(fileUrl(server, id)).expect(200);
  });

  it('is freed when a workspace is deleted', async () => {
    const made = await owner().post('/api/v1/workspaces').send({ name: 'Full of files' }).expect(200);
    const workspaceId = made.body.data.id as string;
    const { id } = await uploaded(server, 'goes along', 'x'.repeat(600), { workspaceId });
    await owner().delete(`/api/v1/workspaces/${workspaceId}`).expect(200);
    await server.database.housekeeper.tidy();
    expect((await storage()).usedBytes).toBe(0);
    await eventually(() =>
      owner()
        .get(fileUrl(server, id, workspaceId))
        .expect(403),
    );
  });
});
