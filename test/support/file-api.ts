import type { Test } from 'supertest';
import type { TestApp } from './test-app.js';

export interface FileBody {
  readonly id: string;
  readonly name: string;
  readonly size: number;
  readonly type: string;
  readonly key: string;
  readonly uploadedBy: string;
  readonly uploadedAt: string;
}

interface FileOptions {
  readonly key?: string;
  readonly type?: string;
  readonly workspaceId?: string;
}

/** Sends a file in a form, its workspace first. */
export function upload(
  server: TestApp,
  name: string,
  content: Buffer | string = 'x',
  { key = server.first.apiKey, type = 'text/plain', workspaceId = server.first.workspaceId }: FileOptions = {},
): Test {
  const file = Buffer.from(content);
  return server.as(key).post('/api/v1/files').field('workspaceId', workspaceId).attach('file', file, { filename: name, contentType: type });
}

/** Sends a file under exactly this name: the client would take away its path. */
export function uploadAs(server: TestApp, name: string): Test {
  const field = (disposition: string, content: string): string =>
    `--form\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;
  const form = `${field('name="workspaceId"', server.first.workspaceId)}${field(`name="file"; filename="${name.replaceAll('\\', '\\\\')}"`, 'x')}--form--\r\n`;
  return server.as(server.first.apiKey).post('/api/v1/files').set('Content-Type', 'multipart/form-data; boundary=form').send(form);
}

export async function uploaded(
  server: TestApp,
  name: string,
  content: Buffer | string = 'x',
  options: FileOptions = {},
): Promise<FileBody> {
  const { body } = await upload(server, name, content, options).expect(200);
  return (body as { data: { file: FileBody } }).data.file;
}

/** The address of a file's bytes. */
export function fileUrl(server: TestApp, id: string, workspaceId = server.first.workspaceId): string {
  return `/api/v1/files/${id}?workspaceId=${workspaceId}`;
}
