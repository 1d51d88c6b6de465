import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';

/** A file of this machine as an upload; it is read while it is sent, and again when it has to be sent again. */
export async function fileAt(path: string, options: { readonly name?: string; readonly type?: string } = {}): Promise<File> {
  const { name = basename(path), type = 'application/octet-stream' } = options;
  return new File([await openAsBlob(path)], name, { type });
}
