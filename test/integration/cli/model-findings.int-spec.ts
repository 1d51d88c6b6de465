import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseConfig } from '#host/config/config.js';
import { breakerFindings, modelFindings } from '#cli/doctor/model-findings.js';

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

describe('the doctor, of the breakers of a running server', () => {
  let metrics = '';
  let running: Server;
  const found = () =>
    breakerFindings({ host: '127.0.0.1', port: (running.address() as AddressInfo).port, metricsPort: undefined, metricsToken: undefined });

  beforeAll(async () => {
    running = createServer(({ url: path }, response) => response.writeHead(path === '/metrics' ? 200 : 404).end(metrics));
    await new Promise<void>((listening) => running.listen(0, '127.0.0.1', listening));
  });
  afterAll(() => new Promise((closed) => running.close(closed)));

  it('names the provider whose breaker is open', async () => {
    metrics = `sluice_model_breaker_state{provider="ollama",state="closed"} 1
sluice_model_breaker_state{provider="vendor",state="open"} 1
`;
    expect(await found()).toEqual([
      {
        check: 'model breakers',
        status: 'warn',
        message: 'that of vendor is open at the running server: calls fail at once',
        advice: expect.stringContaining('/api/v1/models/health'),
      },
    ]);
  });

  it('names the process too where several share the port, and each provider once when all are closed', async () => {
    const samples = (state: string) => `sluice_model_breaker_state{process="api-1",provider="ollama",state="closed"} 1
sluice_model_breaker_state{process="worker-1",provider="ollama",state="${state}"} 1
`;
    metrics = samples('half-open');
    expect((await found()).map(({ message }) => message)).toEqual([
      'that of ollama is half-open at the running server, in worker-1: the next call decides',
    ]);
    metrics = samples('closed');
    expect(await found()).toEqual([{ check: 'model breakers', status: 'ok', message: 'closed for ollama' }]);
  });

  it('says nothing where no server answers, or it has no providers', async () => {
    metrics = 'up 1\n';
    expect(await found()).toEqual([]);
    expect(await breakerFindings({ host: '127.0.0.1', port: 9, metricsPort: undefined, metricsToken: undefined })).toEqual([]);
  });
});
