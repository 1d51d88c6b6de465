import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fileStream } from '#modules/files/domain/file.events.js';
import { eventually } from '../../support/eventually.js';
import { fileUrl, upload, uploadAs, uploaded, type FileBody } from '../../support/file-api.js';
import { sendUpload } from '../../support/streamed-upload.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;
const foreign = '00000000-0000-4000-8000-000000000000';
const owner = () => server.as(server.first.apiKey);

beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

/** The bytes of a response of any media type. */
function bytesOf(id: string) {
  return owner()
    .get(fileUrl(server, id))
    .buffer(true)
    .parse((response, done) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => done(null, Buffer.concat(chunks)));
    });
}

async function filesIn(workspaceId = server.first.workspaceId): Promise<readonly FileBody[]> {
  const { body } = await owner().get(`/api/v1/files?workspaceId=${workspaceId}`).expect(200);
  return body.data.files as readonly FileBody[];
}

describe('POST /api/v1/files', () => {
  it('stores a file and returns its description', async () => {
    const { body } = await upload(server, 'prices.csv', 'a,b\n', { type: 'text/csv' }).expect(200);
    const { workspaceId, userId } = server.first;
    expect(body).toEqual({
      success: true,
      data: {
        file: {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          name: 'prices.csv',
          size: 4,
          type: 'text/csv',
          key: `files/${workspaceId}/prices.csv`,
          uploadedBy: userId,
          uploadedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        },
        message: 'File uploaded successfully',
      },
    });
  });

  it.each([0, 1, 3_000_000])('returns %i bytes unchanged', async (size) => {
    const content = randomBytes(size);
    const { id } = await uploaded(server, `bytes ${size}`, content);
    const { body, headers } = await bytesOf(id).expect(200);
    expect((body as Buffer).equals(content)).toBe(true);
    expect(headers['content-length']).toBe(String(size));
  });

  it('keeps content that resembles the end of a form, however it is split into packets', async () => {
    const [size, chunk] = [3_000_000, Buffer.concat([randomBytes(50_001), Buffer.from('\r\n--for\r\n--\r\n-\r')])];
    const target = { url: server.url, key: server.first.apiKey, workspaceId: server.first.workspaceId };
    const { body: sent } = await sendUpload({ ...target, name: 'look-alikes', size, chunk });
    const { body } = await bytesOf(sent.data?.file.id ?? '').expect(200);
    const whole = Buffer.concat(Array.from({ length: Math.ceil(size / chunk.length) }, () => chunk)).subarray(0, size);
    expect((body as Buffer).equals(whole)).toBe(true);
  });

  it('accepts the fields of the form in any order', async () => {
    const request = owner()
      .post('/api/v1/files')
      .attach('file', Buffer.from('x'), 'order.txt')
      .field('workspaceId', server.first.workspaceId);
    await request.expect(200);
  });

  it('rejects a name that is taken, until that file is deleted', async () => {
    const { id } = await uploaded(server, 'taken.txt');
    const { body } = await upload(server, 'taken.txt', 'other').expect(409);
    expect(body).toEqual({ error: 'A file named "taken.txt" already exists in this workspace', code: 'DUPLICATE_NAME' });
    await owner().delete(fileUrl(server, id)).expect(200);
    await upload(server, 'taken.txt', 'other').expect(200);
  });

  it('accepts one of twenty concurrent uploads with one name, and keeps the bytes of no other (AC-97)', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => upload(server, 'race.txt', `content ${index}`)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
    const { rows } = await server.database.pool.query(
      `select 1 from stored_object o where not exists (select 1 from object_hold h where h.object_key = o.key)`,
    );
    expect(rows).toEqual([]);
  });

  it('compares names after Unicode normalization and is case-sensitive (AC-96)', async () => {
    await uploaded(server, 'Café.txt'.normalize('NFD'));
    await upload(server, 'Café.txt'.normalize('NFC')).expect(409);
    const { name } = await uploaded(server, 'café.txt');
    expect(name).toBe('café.txt'.normalize('NFC'));
  });

  it('accepts the same name in another workspace', async () => {
    const other = await owner().post('/api/v1/workspaces').send({ name: 'Files elsewhere' }).expect(200);
    await uploaded(server, 'both.txt');
    await upload(server, 'both.txt', 'x', { workspaceId: other.body.data.id as string }).expect(200);
  });

  it.each([
    ['../secret', 'must not contain a path'],
    ['..\\secret', 'must not contain a path'],
    ['/etc/passwd', 'must not contain a path'],
    ['C:\\boot.ini', 'must not contain a path'],
    ['%2e%2e%2fsecret', 'must not contain a path'],
    ['a%252fb', 'must not contain a path'],
    ['..', 'must not end with a dot'],
    ['.', 'must not end with a dot'],
    [' ', 'must not be blank'],
    ['report.', 'must not end with a dot'],
    ['CON.txt', 'must not be the name of a device'],
    ['photo\u202egnp.exe', 'must not contain control characters or invisible characters'],
    ['zero\u200bwidth', 'must not contain control characters or invisible characters'],
    ['tab\there', 'must not contain control characters or invisible characters'],
    ['ü'.repeat(128), 'must not be longer than 255 bytes'],
  ])('rejects the name %j (AC-94, AC-95)', async (name, problem) => {
    const { body } = await uploadAs(server, name).expect(400);
    expect(body).toMatchObject({
      error: `Invalid file name: it ${problem}`,
      code: 'VALIDATION_FAILED',
      details: [{ path: ['file'] }],
    });
  });

  it.each(['50%.pdf', 'a "quoted" name; filename=x.txt', 'naïve – 文件.txt', "it's (1).txt", '.hidden', '👩‍💻.md'])(
    'keeps the name %j, and escapes it in headers (AC-99)',
    async (name) => {
      const file = await uploaded(server, name);
      expect(file.name).toBe(name);
      const { headers } = await bytesOf(file.id).expect(200);
      expect(decodeURIComponent(headers['x-file-name'] as string)).toBe(name);
      const exact = /filename\*=UTF-8''(\S+)$/.exec(headers['content-disposition'] as string)?.[1] ?? '';
      expect(decodeURIComponent(exact)).toBe(name);
      expect(headers['content-disposition']).toMatch(/^attachment; filename="[^"\\]+"; filename\*=UTF-8''[\w.~!$&+%-]+$/);
    },
  );

  it.each([
    ['NUL behind the workspace', 'fields', '\0', 'invalid'],
    ['two workspaces', 'twice', '', 'duplicate_field'],
  ])('rejects a form with %s, naming the field', async (_, times, behind, code) => {
    const form = owner()
      .post('/api/v1/files')
      .field('workspaceId', server.first.workspaceId + behind);
    if (times === 'twice') void form.field('workspaceId', server.first.workspaceId);
    const { body } = await form.attach('file', Buffer.from('x'), 'formed.txt').expect(400);
    expect(body.details).toMatchObject([{ path: ['workspaceId'], code }]);
  });

  it('rejects a body that is not a form (AC-100)', async () => {
    const { body } = await owner()
      .post('/api/v1/files')
      .send({ workspaceId: server.first.workspaceId, files: ['x'] })
      .expect(400);
    expect(body.error).toBe('Request body must be valid multipart form data');
  });

  it('rejects a truncated form', async () => {
    const broken = '--b\r\nContent-Disposition: form-data; name="workspaceId"\r\n\r\n';
    const { body } = await owner().post('/api/v1/files').set('Content-Type', 'multipart/form-data; boundary=b').send(broken).expect(400);
    expect(body).toMatchObject({ error: 'Request body must be valid multipart form data', code: 'VALIDATION_FAILED', details: [{}] });
  });

  const part = (disposition: string, content = 'x'): string =>
    `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;

  it.each([
    ['10,000 parts', part('name="a"').repeat(10_000)],
    ['100 fields', part('name="a"').repeat(100)],
    ['two files', part('name="file"; filename="a"').repeat(2), 'A form must have one file, in the field file'],
    ['a file under another name', part('name="other"; filename="a"'), 'A form must have one file, in the field file'],
    ['a name of 1000 characters', part(`name="${'n'.repeat(1000)}"`)],
    ['a field of 100 KB', part('name="a"', 'x'.repeat(100_000))],
    ['a head of 100 KB', part(`name="a"; x="${'h'.repeat(100_000)}"`)],
    ['brackets in a name', part('name="__proto__[x]"')],
    ['a field without a name', part('name=""')],
    ['no end', part('name="file"; filename="a"').slice(0, -2)],
  ])('rejects a form with %s, and stays available (AC-63)', async (_, form, error = 'Request body must be valid multipart form data') => {
    const stored = async (): Promise<number | null> => (await server.database.pool.query('select 1 from stored_object')).rowCount;
    const before = await stored();
    const end = form.endsWith('\r\n') ? '--b--\r\n' : '';
    const { body } = await owner()
      .post('/api/v1/files')
      .set('Content-Type', 'multipart/form-data; boundary=b')
      .send(`${form}${end}`)
      .expect(400);
    expect(body).toMatchObject({ error, code: 'VALIDATION_FAILED' });
    await eventually(async () => expect(await stored()).toBe(before));
    await owner().get('/api/v1/workspaces').expect(200);
  });

  it.each(['', '; boundary=', `; boundary=${'b'.repeat(10_000)}`])('rejects a form whose type ends with %j (AC-63)', async (end) => {
    const form = `${part('name="workspaceId"', server.first.workspaceId)}--b--\r\n`;
    const { body } = await owner().post('/api/v1/files').set('Content-Type', `multipart/form-data${end}`).send(form).expect(400);
    expect(body.code).toBe('VALIDATION_FAILED');
  });

  it('treats field names with a meaning in JavaScript as ordinary names (AC-48, AC-63)', async () => {
    const named = ['__proto__', 'constructor', 'toString'].map((name) => part(`name="${name}"`)).join('');
    const form = `${named}${part('name="workspaceId"', server.first.workspaceId)}${part('name="file"; filename="fields.txt"')}--b--\r\n`;
    const refused = await owner().post('/api/v1/files').set('Content-Type', 'multipart/form-data; boundary=b').send(form).expect(400);
    const unknown = (refused.body.details as readonly { path: readonly string[]; code: string }[]).filter(
      ({ code }) => code === 'unknown_field',
    );
    expect(unknown.flatMap(({ path }) => path)).toEqual(expect.arrayContaining(['constructor', 'toString']));
    expect('x' in {}).toBe(false);
  });

  it('reports a missing workspace before a missing file', async () => {
    const nothing = await owner().post('/api/v1/files').field('other', 'x').expect(400);
    expect(nothing.body).toMatchObject({
      error: 'workspaceId form field is required',
      details: [{ path: ['workspaceId'] }, { path: ['other'] }],
    });
    const noFile = await owner().post('/api/v1/files').field('workspaceId', server.first.workspaceId).expect(400);
    expect(noFile.body).toMatchObject({ error: 'file form field is required', details: [{ path: ['file'] }] });
    const text = await owner().post('/api/v1/files').field('workspaceId', server.first.workspaceId).field('file', 'text').expect(400);
    expect(text.body.error).toBe('file form field is required');
  });

  it('reports problems of the form before it checks access to the workspace', async () => {
    const form = () => owner().post('/api/v1/files').field('workspaceId', foreign);
    await form().expect(400);
    await form().attach('file', Buffer.from('x'), 'CON').expect(400);
    await form().attach('file', Buffer.from('x'), 'fine.txt').expect(403);
  });

  it('trims the workspace id, which may come before or after the file', async () => {
    const workspaceId = ` ${server.first.workspaceId} `;
    await upload(server, 'spaced before.txt', 'x', { workspaceId }).expect(200);
    await owner().post('/api/v1/files').attach('file', Buffer.from('x'), 'spaced behind.txt').field('workspaceId', workspaceId).expect(200);
  });

  it('stores no bytes for a foreign workspace', async () => {
    const before = (await server.database.pool.query('select 1 from stored_object')).rowCount;
    await upload(server, 'foreign.txt', 'to a foreign workspace', { workspaceId: foreign }).expect(403);
    const late = owner()
      .post('/api/v1/files')
      .attach('file', Buffer.from('to a foreign workspace, late'), 'x')
      .field('workspaceId', foreign);
    await late.expect(403);
    expect((await server.database.pool.query('select 1 from stored_object')).rowCount).toBe(before);
  });

  it('accepts no form on any other route (AC-100)', async () => {
    const form = owner().post('/api/v1/folders').field('workspaceId', server.first.workspaceId);
    await form.expect(415);
  });
});

describe('GET /api/v1/files', () => {
  it('lists the newest first, in pages', async () => {
    const other = await owner().post('/api/v1/workspaces').send({ name: 'Pages of files' }).expect(200);
    const workspaceId = other.body.data.id as string;
    for (const name of ['a', 'b', 'c']) await uploaded(server, name, name, { workspaceId });
    expect((await filesIn(workspaceId)).map(({ name }) => name)).toEqual(['c', 'b', 'a']);
    const first = await owner().get(`/api/v1/files?workspaceId=${workspaceId}&limit=2`).expect(200);
    expect(first.body).toMatchObject({ success: true, data: { files: [{ name: 'c' }, { name: 'b' }], totalCount: 3 } });
    const rest = await owner().get(`/api/v1/files?workspaceId=${workspaceId}&limit=2&cursor=${first.body.nextCursor}`).expect(200);
    expect(rest.body).toMatchObject({ data: { files: [{ name: 'a' }], totalCount: 3 }, nextCursor: null });
    await owner().get(`/api/v1/files?workspaceId=${server.first.workspaceId}&cursor=${first.body.nextCursor}`).expect(400);
  });

  it('requires the workspace', async () => {
    await owner().get('/api/v1/files').expect(400);
  });
});

describe('GET /api/v1/files/{fileId}', () => {
  let file: FileBody;
  beforeAll(async () => {
    file = await uploaded(server, 'digits.txt', '0123456789');
  });

  const part = (headers: Readonly<Record<string, string>>) => bytesOf(file.id).set(headers);

  it('returns the bytes as a download that no browser runs', async () => {
    const { headers, body } = await bytesOf(file.id).expect(200);
    expect(String(body)).toBe('0123456789');
    expect(headers).toMatchObject({
      'content-type': 'text/plain',
      'content-length': '10',
      'content-disposition': `attachment; filename="digits.txt"; filename*=UTF-8''digits.txt`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'accept-ranges': 'bytes',
      'x-file-id': file.id,
      'x-file-name': 'digits.txt',
      'x-uploaded-at': file.uploadedAt,
    });
  });

  it.each(['text/html', 'image/svg+xml', 'application/xhtml+xml', 'text/javascript', 'application/pdf', 'TEXT/HTML; charset=utf-8'])(
    'returns a file uploaded as %s as plain bytes (AC-98)',
    async (type) => {
      const { id } = await uploaded(server, `script ${type.replaceAll('/', ' ')}`, '<script>', { type });
      const { headers } = await bytesOf(id).expect(200);
      expect(headers['content-type']).toBe('application/octet-stream');
    },
  );

  it.each([
    ['bytes=0-0', '0', 'bytes 0-0/10'],
    ['bytes=2-4', '234', 'bytes 2-4/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=7-99', '789', 'bytes 7-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=-99', '0123456789', 'bytes 0-9/10'],
  ])('returns the range %s', async (range, content, contentRange) => {
    const { body, headers } = await part({ Range: range }).expect(206);
    expect([String(body), headers['content-range'], headers['content-length']]).toEqual([content, contentRange, String(content.length)]);
  });

  it.each(['bytes=10-', 'bytes=-0', 'bytes=99-100'])('has no content in the range %s', async (range) => {
    const { headers, body } = await owner().get(fileUrl(server, file.id)).set('Range', range).expect(416);
    expect(headers['content-range']).toBe('bytes */10');
    expect(body.code).toBe('RANGE_NOT_SATISFIABLE');
  });

  it.each(['bytes=0-1,3-4', 'lines=1-2', 'bytes=4-2', 'bytes=a-b', 'bytes=-'])('returns the whole file for %s', async (range) => {
    expect(String((await part({ Range: range }).expect(200)).body)).toBe('0123456789');
  });

  it('returns a range for If-Range only while the content is the same', async () => {
    const { headers } = await bytesOf(file.id);
    await part({ Range: 'bytes=1-2', 'If-Range': headers['etag'] as string }).expect(206);
    await part({ Range: 'bytes=1-2', 'If-Range': '"other"' }).expect(200);
    await part({ 'If-None-Match': headers['etag'] as string }).expect(304);
  });

  it('returns only headers for HEAD', async () => {
    const { headers, text } = await owner().head(fileUrl(server, file.id)).expect(200);
    expect([headers['content-length'], headers['x-file-id'], text]).toEqual(['10', file.id, undefined]);
  });

  it('is not found by another workspace, a wrong id, or its key (AC-105)', async () => {
    const other = await owner().post('/api/v1/workspaces').send({ name: 'Not its workspace' }).expect(200);
    const elsewhere = await owner()
      .get(fileUrl(server, file.id, other.body.data.id as string))
      .expect(404);
    const absent = await owner().get(fileUrl(server, '00000000-0000-4000-8000-000000000000')).expect(404);
    expect(elsewhere.text).toBe(absent.text);
    expect(absent.body).toEqual({ error: 'File not found', code: 'NOT_FOUND' });
    await owner()
      .get(fileUrl(server, encodeURIComponent(file.key)))
      .expect(404);
  });
});

describe('DELETE /api/v1/files/{fileId}', () => {
  it('removes the file at once', async () => {
    const { id } = await uploaded(server, 'short-lived.txt', 'separate bytes');
    const { body } = await owner().delete(fileUrl(server, id)).expect(200);
    expect(body).toEqual({ success: true, data: { id, message: 'File archived successfully' } });
    await owner().get(fileUrl(server, id)).expect(404);
    await owner().delete(fileUrl(server, id)).expect(404);
    expect((await filesIn()).map((file) => file.id)).not.toContain(id);
  });

  it('succeeds for one of ten concurrent requests', async () => {
    const { id } = await uploaded(server, 'contended.txt');
    const answers = await Promise.all(Array.from({ length: 10 }, () => owner().delete(fileUrl(server, id))));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array.from({ length: 9 }, () => 404)]);
  });

  it('keeps the same bytes of another file', async () => {
    const [one, other] = [await uploaded(server, 'twin 1', 'the same'), await uploaded(server, 'twin 2', 'the same')];
    await owner().delete(fileUrl(server, one.id)).expect(200);
    await server.database.pool.query(`update stored_object set touched_at = touched_at - interval '1 day'`);
    await server.database.housekeeper.tidy();
    expect(String((await bytesOf(other.id).expect(200)).body)).toBe('the same');
  });
});

describe('the history of a file', () => {
  it('is kept with its authors', async () => {
    const { id } = await uploaded(server, 'history.txt');
    await owner().delete(fileUrl(server, id)).expect(200);
    const events = await server.database.store.read(fileStream, id);
    expect(events.map(({ type, meta }) => [type, meta.actorId])).toEqual([
      ['file.uploaded', server.first.userId],
      ['file.deleted', server.first.userId],
    ]);
  });
});

it('a server whose folder for files is no folder does not start, and says so in one sentence', async () => {
  const start = startTestApp({ env: { SLUICE_FILES_DIR: `${import.meta.filename}/files` }, beside: server });
  await expect(start).rejects.toThrow(
    /^Files cannot be stored in .+\/files: .+ is no folder that this user can write\. Set SLUICE_FILES_DIR/,
  );
});
