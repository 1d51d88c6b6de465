/** "enviro" in ASCII. */
const mark = 0x656e7669726fn;

/**
 * The stream id of a workspace's environment. It is derived from the workspace id, so that two concurrent writes of the first variable
 * meet in one stream. The mark replaces random bits, so the id is still a UUID of version 7.
 */
export function environmentStreamId(workspaceId: string): string {
  const random = BigInt(`0x${workspaceId.slice(-12)}`);
  return workspaceId.slice(0, -12) + (random ^ mark).toString(16).padStart(12, '0');
}
