import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import type { StreamedUpload } from './upload.js';

/** A file of this machine as an upload; it is read while it is sent. */
export async function fileAt(path: string, options: { readonly name?: string; readonly type?: string } = {}): Promise<StreamedUpload> {
  const blob = await openAsBlob(path);
  return { name: options.name ?? basename(path), type: options.type ?? 'application/octet-stream', content: blob.stream() };
}
