/** "enviro", in ASCII. */
const mark = 0x656e7669726fn;

/**
 * The stream of a workspace's environment. A workspace has exactly one, so its id follows from that of the workspace: two that
 * write the first variable at the same time meet in one stream. The mark goes into random bits, which leaves a UUID of version 7.
 */
export function environmentStream(workspaceId: string): string {
  const random = BigInt(`0x${workspaceId.slice(-12)}`);
  return workspaceId.slice(0, -12) + (random ^ mark).toString(16).padStart(12, '0');
}
