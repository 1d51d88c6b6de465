import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addressOfRunning } from '#host/postgres/embedded-postgres.js';
import { childEnvironment } from '../support/child-environment.js';
import { eventually } from '../support/eventually.js';
import { runSluice } from '../support/sluice-command.js';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-interrupted-'));
  await chmod(folder, 0o755);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a command that has started the embedded database', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)(
    'stops it when %s ends the command',
    async (signal, code) => {
      const dataDir = join(folder, signal);
      const child = spawn(process.execPath, ['dist/bundle/main.js', 'migrate'], { env: { ...childEnvironment, SLUICE_DATA_DIR: dataDir } });
      let error = '';
      child.stderr.on('data', (chunk: Buffer) => (error += chunk.toString()));
      const ended = once(child, 'close');
      await eventually(() => expect(addressOfRunning(dataDir)).toBeDefined(), 50_000);
      child.kill(signal);
      expect(await ended).toEqual([code, null]);
      expect(addressOfRunning(dataDir)).toBeUndefined();
      expect(error).toBe('');
      expect(await runSluice(['migrate'], { SLUICE_DATA_DIR: dataDir })).toMatchObject({ code: 0, error: '' });
      expect(addressOfRunning(dataDir)).toBeUndefined();
    },
    120_000,
  );
});
