import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import type { Config } from '#host/config/config.js';
import { openByteStore } from '#ledger/objects/open-byte-store.js';
import type { Ids } from '#kernel/ids.js';
import { fail, ok, warn, type Finding } from './finding.js';

const gigabyte = 1024 ** 3;
/** A database that has no room left stops; below this there is little time to do something about it. */
const [littleBytes, tooLittleBytes] = [2 * gigabyte, 0.2 * gigabyte];

/** Whether there is room where a folder lies, or will lie, and who may write there. */
export async function folderFinding(check: string, folder: string): Promise<Finding> {
  const there = await nearest(folder);
  try {
    await access(there, constants.W_OK | constants.X_OK);
  } catch {
    return fail(check, `${there} cannot be written by this user`, 'Run Sluice as its owner, or choose a folder that it may write to.');
  }
  const { bavail, bsize } = await statfs(there);
  return judgeRoom(check, folder, bavail * bsize);
}

export function judgeRoom(check: string, folder: string, freeBytes: number): Finding {
  const free = `${folder} has ${(freeBytes / gigabyte).toFixed(1)} GB left`;
  const advice = 'Make room on that disk, or move the folder to another one.';
  if (freeBytes < tooLittleBytes) return fail(check, free, advice);
  return freeBytes < littleBytes ? warn(check, free, advice) : ok(check, free);
}

/** Writes a few bytes into the bucket, reads them and takes them out again: nothing less shows that all of it is allowed. */
export async function bucketFinding(config: Config, ids: Ids): Promise<Finding> {
  const check = 'files';
  const bytes = await openByteStore(config, '');
  const location = ids.next();
  try {
    await bytes.write(location, Readable.from([Buffer.from('written by npx sluice doctor')]));
    for await (const _ of await bytes.open(location));
    await bytes.remove(location);
    return ok(check, `the bucket ${config.s3Bucket ?? ''} takes and gives bytes`);
  } catch (error) {
    const message = `the bucket ${config.s3Bucket ?? ''} cannot be used: ${(error as Error).message}`;
    return fail(
      check,
      message,
      'Check SLUICE_S3_BUCKET, SLUICE_S3_ENDPOINT, SLUICE_S3_REGION and what the key may do: put, get, head, delete.',
    );
  } finally {
    await bytes.close();
  }
}

/** The folder, or the first one above it that is there. */
async function nearest(folder: string): Promise<string> {
  const isThere = await stat(folder).then(
    () => true,
    () => false,
  );
  const parent = dirname(folder);
  return isThere || parent === folder ? folder : nearest(parent);
}
