import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import type { Config } from '#host/config/config.js';
import { openByteStore } from '#ledger/objects/open-byte-store.js';
import { tryBytes } from '#ledger/objects/try-bytes.js';
import { littleBytes, nearestFolder } from '#ledger/vitals/disk-room.js';
import type { Ids } from '#kernel/ids.js';
import { fail, ok, warn, type Finding } from './finding.js';

const gigabyte = 1024 ** 3;
/** A database stops when its disk is full. Below this, little time is left to react. */
const warningBytes = 2 * gigabyte;

/** Whether a folder is writable and its disk has enough free space. The folder need not exist yet. */
export async function folderFinding(check: string, folder: string): Promise<Finding> {
  const there = await nearestFolder(folder);
  try {
    await access(there, constants.W_OK | constants.X_OK);
  } catch {
    return fail(check, `${there} is not writable by this user`, 'Run Sluice as the owner of the folder, or choose a writable folder.');
  }
  const { bavail, bsize } = await statfs(there);
  return judgeRoom(check, folder, bavail * bsize);
}

export function judgeRoom(check: string, folder: string, freeBytes: number): Finding {
  const free = `${folder} has ${(freeBytes / gigabyte).toFixed(1)} GB left`;
  const advice = 'Free space on that disk, or move the folder to another disk.';
  if (freeBytes < littleBytes) return fail(check, free, advice);
  return freeBytes < warningBytes ? warn(check, free, advice) : ok(check, free);
}

/** Writes a few bytes into the bucket, reads and deletes them: only this proves that all three are allowed. */
export async function bucketFinding(config: Config, ids: Ids): Promise<Finding> {
  const check = 'files';
  const bytes = await openByteStore(config, '');
  try {
    await tryBytes(bytes, ids.next());
    return ok(check, `the bucket ${config.s3Bucket ?? ''} can be written and read`);
  } catch (error) {
    const message = `the bucket ${config.s3Bucket ?? ''} cannot be used: ${(error as Error).message}`;
    return fail(
      check,
      message,
      'Check SLUICE_S3_BUCKET, SLUICE_S3_ENDPOINT, SLUICE_S3_REGION and the permissions of the key: put, get, head, delete.',
    );
  } finally {
    await bytes.close();
  }
}
