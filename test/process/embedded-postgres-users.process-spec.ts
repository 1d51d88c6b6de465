import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { chmodSync, chownSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#host/postgres/embedded-postgres.js';
import { kill, Playground, query, started } from './embedded-postgres-parent.js';

jest.setTimeout(60_000); // each test starts real servers, and a machine may be busy

/** An ordinary user of every Linux: `nobody`. */
const NOBODY = 65_534;
const itAsRoot = process.getuid?.() === 0 ? it : it.skip;

describe('the users of the embedded PostgreSQL', () => {
  let playground: Playground;
  let dataDir: string;
  beforeEach(() => {
    playground = new Playground();
    dataDir = playground.path('data');
  });
  afterEach(() => playground.clear());

  itAsRoot('runs as an unprivileged user when root starts it, and leaves the users of the host alone', async () => {
    const users = readFileSync('/etc/passwd', 'utf8');
    const { pid, connectionString, stop } = await startEmbeddedPostgres({ dataDir });
    const uid = uidOf(pid);
    expect(uid).not.toBe(0);
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(uid);
    expect(statSync(join(dataDir, 'postgres', 'sluice.password')).uid).toBe(uid);
    expect(statSync(dataDir)).toMatchObject({ uid: 0, mode: 0o40710 });
    expect(readFileSync('/etc/passwd', 'utf8')).toBe(users);
    expect(await query(connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
    await stop();
  });

  itAsRoot('runs as the ordinary user who starts it', async () => {
    ownedByNobody(dataDir);
    const { pid, connectionString } = await started(playground.spawnParent(dataDir, playground.project(), { uid: NOBODY }));
    expect(uidOf(pid)).toBe(NOBODY);
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(NOBODY);
    expect(await query(connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  itAsRoot('stays with the user who owns the database when root starts it later', async () => {
    ownedByNobody(dataDir);
    const parent = playground.spawnParent(dataDir, playground.project(), { uid: NOBODY });
    await started(parent);
    await kill(parent.pid ?? 0, 'SIGKILL');
    const adopted = await startEmbeddedPostgres({ dataDir });
    await adopted.stop();
    const { pid, stop } = await startEmbeddedPostgres({ dataDir });
    expect(adopted.adopted).toBe(true);
    expect(uidOf(pid)).toBe(NOBODY);
    await stop();
  });

  itAsRoot('lets only its user pass through a data directory that was closed', async () => {
    mkdirSync(dataDir, { mode: 0o700 });
    const { pid, stop } = await startEmbeddedPostgres({ dataDir });
    expect(statSync(dataDir)).toMatchObject({ uid: 0, gid: statSync(`/proc/${pid}`).gid, mode: 0o40710 });
    await stop();
  });

  itAsRoot('names the directory that its user may not enter, and does not open it', async () => {
    const closed = playground.path('closed');
    mkdirSync(closed, { mode: 0o700 });
    const refusal = startEmbeddedPostgres({ dataDir: join(closed, 'project', '.sluice') });
    await expect(refusal).rejects.toThrow(new RegExp(`may not enter ${closed} on the way to[^]*SLUICE_DATA_DIR[^]*DATABASE_URL`));
    await expect(refusal).rejects.toMatchObject({ name: 'EmbeddedPostgresError' });
    expect(statSync(closed).mode).toBe(0o40700);
  });

  itAsRoot('says so when it may not write to the data directory', async () => {
    mkdirSync(dataDir, { mode: 0o755 });
    const parent = playground.spawnParent(dataDir, playground.project(), { uid: NOBODY });
    await expect(started(parent)).rejects.toThrow(/EmbeddedPostgresError[^]*permission denied[^]*Access was refused[^]*DATABASE_URL/);
  });

  it('makes the library links that a skipped install script left out', async () => {
    const packageRoot = playground.packageWithoutLinks();
    const { connectionString } = await started(playground.spawnParent(dataDir, playground.project({ packageRoot })));
    expect(await query(connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(lstatSync(join(packageRoot, 'native', 'lib', 'libpq.so.5')).isSymbolicLink()).toBe(true);
    expect(hasCopy(dataDir)).toBe(false);
  });

  itAsRoot('runs from a copy when the links are missing and the package is read-only', async () => {
    const packageRoot = playground.packageWithoutLinks();
    ownedByNobody(dataDir);
    const parent = playground.spawnParent(dataDir, playground.project({ packageRoot }), { uid: NOBODY });
    const { connectionString } = await started(parent);
    expect(await query(connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(hasCopy(dataDir)).toBe(true);
  });

  itAsRoot('runs from a copy when its user may not enter the package', async () => {
    const packageRoot = playground.packageWithoutLinks();
    chmodSync(packageRoot, 0o700);
    const { connectionString } = await started(playground.spawnParent(dataDir, playground.project({ packageRoot })));
    expect(await query(connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(hasCopy(dataDir)).toBe(true);
  });
});

function hasCopy(dataDir: string): boolean {
  return readdirSync(dataDir).some((name) => name.startsWith('postgresql-'));
}

function uidOf(pid: number): number {
  return statSync(`/proc/${pid}`).uid;
}

function ownedByNobody(directory: string): void {
  mkdirSync(directory);
  chownSync(directory, NOBODY, NOBODY);
}
