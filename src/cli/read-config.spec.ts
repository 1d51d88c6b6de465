import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { profileFile, readRemoteSettings } from './read-config.js';

const former = process.cwd();
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-env-'));
  process.chdir(folder);
});
afterEach(async () => {
  process.chdir(former);
  await rm(folder, { recursive: true });
});

describe('the .env file of a folder in which a command calls a server', () => {
  it('gives the address, the key and the workspace', async () => {
    await writeFile('.env', 'SLUICE_URL=https://folder.example/\nSLUICE_API_KEY=key of the folder\nSLUICE_WORKSPACE=Sales\n');
    expect(readRemoteSettings()).toEqual({ url: 'https://folder.example', apiKey: 'key of the folder', workspace: 'Sales' });
  });

  it('gives the port of a server on this machine', async () => {
    await writeFile('.env', 'PORT=3555\nSLUICE_API_KEY=key of the folder\n');
    expect(readRemoteSettings().url).toBe('http://localhost:3555');
  });

  it('sets nothing else: neither the checks of certificates nor the place of the profiles', async () => {
    const profiles = profileFile();
    await writeFile('.env', 'SLUICE_API_KEY=a\nNODE_TLS_REJECT_UNAUTHORIZED=0\nXDG_CONFIG_HOME=./profiles\nSLUICE_TEST_OF_ENV=1\n');
    readRemoteSettings();
    expect([process.env['NODE_TLS_REJECT_UNAUTHORIZED'], process.env['SLUICE_TEST_OF_ENV']]).toEqual([undefined, undefined]);
    expect(profileFile()).toBe(profiles);
  });
});
