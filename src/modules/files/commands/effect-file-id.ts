import { createHash } from 'node:crypto';

/** The id of the file that an effect writes in a workspace: a UUID of version 7, derived from the effect key. */
export function effectFileId(workspaceId: string, effectKey: string): string {
  const digest = createHash('sha256').update(`${workspaceId}\n${effectKey}`).digest('hex');
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-7${digest.slice(12, 15)}-8${digest.slice(15, 18)}-${digest.slice(18, 30)}`;
}
