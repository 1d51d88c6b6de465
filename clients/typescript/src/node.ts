import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';

/** A local file as an upload. It is read while it is sent, and again for a retry. */
export async function fileAt(path: string, options: { readonly name?: string; readonly type?: string } = {}): Promise<File> {
  const { name = basename(path), type = 'application/octet-stream' } = options;
  return new File([await openAsBlob(path)], name, { type });
}
