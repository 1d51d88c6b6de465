import { createWriteStream } from 'node:fs';
import { realpath, rename, rm, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * Writes a file that only its owner may read. After a failure the former content is still there. The file that a link names is written, and
 * devices and pipes take the content as it comes.
 */
export async function writeWhole(path: string, content: Readable): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() === false) return pipeline(content, createWriteStream(path));
  const target = found === undefined ? path : await realpath(path);
  const partial = `${target}.partial`;
  try {
    await pipeline(content, createWriteStream(partial, { mode: 0o600 }));
    await rename(partial, target);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}
