import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { chmodSync, mkdirSync, readdirSync, readlinkSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultDataFolder } from '#host/postgres/folder/data-folder.js';
import { startEmbeddedPostgres } from '#host/postgres/embedded-postgres.js';
import { Playground, query } from './embedded-postgres-parent.js';

jest.setTimeout(60_000); // each test starts real servers, and a machine may be busy

const itAsRoot = process.getuid?.() === 0 ? it : it.skip;

describe('the default data folder', () => {
  let playground: Playground;
  let closed: string;
  let directory: string;
  let refuge: string;
  let said: string[];
  beforeEach(() => {
    playground = new Playground();
    closed = playground.path('closed');
    directory = join(closed, 'project');
    refuge = playground.path('lib', 'sluice');
    said = [];
    mkdirSync(directory, { recursive: true });
    chmodSync(closed, 0o700);
  });
  afterEach(() => playground.clear());

  const folder = (): string => defaultDataFolder({ log: (message) => said.push(message), directory, refuge });

  it('is .sluice where its user may go', () => {
    chmodSync(closed, 0o755);
    expect(folder()).toBe(join(directory, '.sluice'));
    expect(said).toEqual([]);
  });

  itAsRoot('is elsewhere when the user of PostgreSQL may not go where root works, and serves there', async () => {
    const dataDir = folder();
    const { connectionString, stop } = await startEmbeddedPostgres({ dataDir });
    expect(await query(connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
    await stop();
    expect(dataDir).toMatch(new RegExp(`^${refuge}/project-\\w+$`));
    expect(readdirSync(join(directory, '.sluice'))).toEqual(['data']);
    expect(readlinkSync(join(directory, '.sluice', 'data'))).toBe(dataDir);
    expect(statSync(closed).mode).toBe(0o40700);
  });

  itAsRoot('says why, where the data is and what leads there', () => {
    const dataDir = folder();
    const link = join(directory, '.sluice', 'data');
    expect(said).toEqual([
      `PostgreSQL does not run as root, and its user may not enter ${closed}. Data is stored in ${dataDir}; ${link} links to it`,
    ]);
  });

  itAsRoot('stays elsewhere, also when the way is opened or the project is moved', () => {
    const dataDir = folder();
    expect(folder()).toBe(dataDir);
    chmodSync(closed, 0o755);
    expect(folder()).toBe(dataDir);
    const moved = join(closed, 'moved');
    renameSync(directory, moved);
    directory = moved;
    expect(folder()).toBe(dataDir);
    expect(readdirSync(refuge)).toHaveLength(1);
  });

  itAsRoot('is a new one when .sluice was removed', () => {
    const dataDir = folder();
    rmSync(join(directory, '.sluice'), { recursive: true });
    expect(folder()).not.toBe(dataDir);
  });

  itAsRoot('can be reached although the creator hides new files from others', () => {
    const umask = process.umask(0o077);
    folder();
    process.umask(umask);
    expect(statSync(refuge).mode).toBe(0o40755);
  });

  itAsRoot('does not pass over data that is in .sluice already', async () => {
    mkdirSync(join(directory, '.sluice', 'postgres'), { recursive: true });
    expect(folder()).toBe(join(directory, '.sluice'));
    await expect(startEmbeddedPostgres({ dataDir: folder() })).rejects.toThrow(/may not enter[^]*SLUICE_DATA_DIR/);
  });

  itAsRoot('names the way out when there is no room for it', () => {
    writeFileSync(playground.path('lib'), '');
    expect(folder).toThrow(/choosing a data folder[^]*DATABASE_URL/);
    expect(readdirSync(directory)).toEqual([]);
  });
});
