import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';

/** The lock file that a postmaster writes into its cluster. */
export interface LockFile {
  readonly pid: number;
  readonly port: number;
  /** `starting`, `ready` or `stopping`; empty before the postmaster writes it. */
  readonly status: string;
}

export function readLockFile(cluster: string): LockFile | undefined {
  const file = lockFileOf(cluster);
  const [pid, , , port, , , , status] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  return Number(pid) > 0 ? { pid: Number(pid), port: Number(port), status: status?.trim() ?? '' } : undefined;
}

/**
 * Lets PostgreSQL start although a dead postmaster left its lock files. Their pid may answer to signals again (a zombie, or a process of the
 * same user that was given the number) and PostgreSQL would refuse; it ignores the pid of its parent, so the pid of this process is written. The file
 * stays: from its other lines PostgreSQL learns whether a backend of the dead server still writes, and then it waits.
 */
export function disownLockFiles(cluster: string): void {
  const file = lockFileOf(cluster);
  const content = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const handedOver = content.replace(/^-?\d+/, (pid) => String(process.pid).padEnd(pid.length)); // a standalone backend writes -pid
  // Overwritten without shortening it first, so that a full disk cannot leave it empty.
  if (handedOver !== content) writeFileSync(file, handedOver, { flag: 'r+' });
  else if (!/^-?\d/.test(content)) rmSync(file, { force: true }); // the machine stopped while it was written
  for (const name of readdirSync(cluster)) if (name.startsWith('.s.PGSQL.')) rmSync(join(cluster, name), { force: true });
}

/** The Unix socket of the server; clients reach it only while the path is short enough for the system. */
export function socketOf(cluster: string, port: number): string {
  return join(cluster, `.s.PGSQL.${port}`);
}

/** Whether a server answers at the socket of the cluster, wherever it runs: sockets reach across containers, process ids do not. */
export function answersAtSocket(cluster: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketOf(cluster, readLockFile(cluster)?.port ?? 0));
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

function lockFileOf(cluster: string): string {
  return join(cluster, 'postmaster.pid');
}
