import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseConfig } from '#host/config/config.js';
import { modelFindings } from '#cli/doctor/model-findings.js';

let provider: Server;
let url: string;

beforeAll(async () => {
  provider = createServer((_, response) => response.end('{"data": [{"id": "llama"}]}'));
  await new Promise<void>((listening) => provider.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((closed) => provider.close(closed)));

describe('the doctor', () => {
  it('says nothing of models if no provider is configured', async () => {
    expect(await modelFindings(parseConfig({}))).toEqual([]);
  });

  it('names a provider that answers', async () => {
    expect(await modelFindings(parseConfig({ SLUICE_OLLAMA_URL: url }))).toEqual([
      { check: 'models', status: 'ok', message: 'the provider ollama answers and lists 1 models' },
    ]);
  });

  it('warns of a key that is not set', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-models-'));
    const path = join(folder, 'models.json');
    writeFileSync(path, JSON.stringify({ providers: [{ id: 'vendor', kind: 'openai', apiKeyEnv: 'VENDOR_KEY' }] }));
    const findings = await modelFindings(parseConfig({ SLUICE_MODELS_FILE: path }));
    rmSync(folder, { recursive: true });
    expect(findings).toEqual([
      { check: 'models', status: 'warn', message: 'the provider vendor has no key', advice: 'Set the environment variable VENDOR_KEY.' },
    ]);
  });

  it('warns of a provider that cannot be reached', async () => {
    const [finding] = await modelFindings(parseConfig({ SLUICE_OLLAMA_URL: 'http://127.0.0.1:9' }));
    expect(finding).toMatchObject({ status: 'warn', message: expect.stringContaining('ollama: The provider cannot be reached') });
  });
});
