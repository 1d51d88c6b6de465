import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { StartRefused } from '#host/start-refused.js';
import type { ByteStore } from '#ledger/objects/byte-store.js';
import { tryBytes } from '#ledger/objects/try-bytes.js';
import { nearestFolder } from '#ledger/vitals/disk-room.js';
import type { Ids } from '#kernel/ids.js';

/** @throws StartRefused unless files can be stored in the folder, which need not exist yet */
export async function requireFolder(folder: string): Promise<void> {
  const there = await nearestFolder(folder);
  try {
    await access(there, constants.W_OK | constants.X_OK);
  } catch (error) {
    const message = `Files cannot be stored in ${folder}: ${there} is no folder that this user can write. Set SLUICE_FILES_DIR to one, or SLUICE_S3_BUCKET.`;
    throw new StartRefused(message, 'configuration', { cause: error });
  }
}

/** @throws StartRefused unless the bucket can be written, read and cleared */
export async function requireBucket(bytes: ByteStore, bucket: string, ids: Ids): Promise<void> {
  try {
    await tryBytes(bytes, ids.next());
  } catch (error) {
    const message = `The bucket ${bucket} cannot be written and read: ${(error as Error).message}. Check SLUICE_S3_BUCKET, SLUICE_S3_ENDPOINT, SLUICE_S3_REGION and what the key may do: put, get, head, delete.`;
    throw new StartRefused(message, isRefusal(error) ? 'configuration' : 'machine', { cause: error });
  }
}

/** Whether the server of the bucket has answered that the request is not allowed or not right. */
function isRefusal(error: unknown): boolean {
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } };
  return Math.floor(($metadata?.httpStatusCode ?? 0) / 100) === 4;
}
