import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { judgeRoom } from './file-findings.js';
import { fail, ok, warn } from './finding.js';
import { findingText } from './finding-text.js';
import { metricsFinding, outboundFinding, portFinding } from './network-findings.js';
import { judgeWalls } from './sandbox-findings.js';
import { judgeServer, type ServerSettings } from './server-settings.js';

const server: ServerSettings = {
  version: 180_004,
  fsync: 'on',
  synchronousCommit: 'on',
  fullPageWrites: 'on',
  maxConnections: 100,
  reserved: 3,
  connections: 30,
  ours: 20,
};

describe('a database server', () => {
  it('passes when no confirmed write can be lost and a process has enough connections', () => {
    expect(judgeServer(server, 21).map(({ status, message }) => [status, message])).toEqual([
      ['ok', 'PostgreSQL 18.4'],
      ['ok', 'fsync, full_page_writes and synchronous_commit (on) keep confirmed writes'],
      ['ok', '20 by Sluice and 10 by others, of 100; one process needs up to 21'],
    ]);
  });

  it.each<[string, Partial<ServerSettings>, string, string]>([
    ['too old', { version: 150_012 }, 'fail', 'PostgreSQL 15 is too old'],
    ['without fsync', { fsync: 'off' }, 'fail', 'destroy the whole database'],
    ['without synchronous commits', { synchronousCommit: 'off' }, 'fail', 'lost although they were confirmed'],
    ['without full page writes', { fullPageWrites: 'off' }, 'warn', 'tear pages'],
    ['full of others', { connections: 100 }, 'fail', '17 are free'],
  ])('that is %s is reported', (_, changes, status, words) => {
    expect(judgeServer({ ...server, ...changes }, 21)).toContainEqual(
      expect.objectContaining({ status, message: expect.stringContaining(words) }),
    );
  });

  it('counts the connections of Sluice as available, because the next process replaces or shares them', () => {
    expect(judgeServer({ ...server, connections: 90, ours: 80 }, 21).every(({ status }) => status === 'ok')).toBe(true);
  });
});

describe('the port', () => {
  it.each(['127.0.0.1', '::1'])('is that of a server which listens on %s', async (host) => {
    const server = createServer((_, response) => response.end('{"status":"ok"}')).listen(0, host);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    expect(await portFinding({ port, host })).toMatchObject({ status: 'ok', message: `a server answers at ${port}` });
    server.close();
  });
});

describe('the room of a folder', () => {
  it.each([
    [50, 'ok'],
    [1, 'warn'],
    [0.1, 'fail'],
  ])('of %d GB is judged as %s', (gigabytes, status) => {
    expect(judgeRoom('files', '/data', gigabytes * 1024 ** 3)).toMatchObject({
      status,
      message: `/data has ${gigabytes.toFixed(1)} GB left`,
    });
  });
});

describe('the walls of the sandbox', () => {
  it('pass when all are active', () => {
    const walls = { active: ['no new privileges', 'no network'], missing: [] };
    expect(judgeWalls([], walls)).toMatchObject({
      status: 'ok',
      message: 'functions run with full isolation: no new privileges, no network',
    });
  });

  it('give a warning when some are missing', () => {
    const walls = { active: ['no new privileges'], missing: ['only Node blocks the network'] };
    expect(judgeWalls(['no other user'], walls)).toMatchObject({
      status: 'warn',
      message: 'functions run, but no other user; only Node blocks the network',
    });
  });
});

describe('the outbound policy', () => {
  it.each([
    [[], 'ok'],
    [['db.internal:5432', '10.0.0.0/8'], 'ok'],
    [['0.0.0.0/0'], 'warn'],
    [['::/0'], 'warn'],
  ])('with %j allowed is %s', (allowed, status) => {
    expect(outboundFinding(allowed)).toMatchObject({ status });
  });
});

describe('the text of findings', () => {
  it('has a line for each finding, its advice below it, and a summary', () => {
    const findings = [ok('node', 'Node 24'), warn('clock', 'is late', 'Set it.'), fail('database', 'is gone', 'Start it.')];
    expect(findingText(findings).split('\n')).toEqual([
      'ok   node      Node 24',
      'WARN clock     is late',
      '               -> Set it.',
      'FAIL database  is gone',
      '               -> Start it.',
      '',
      '1 of 3 checks failed, 1 warning',
    ]);
  });

  it('has a summary for checks that all passed', () => {
    expect(findingText([ok('node', 'Node 24')])).toContain('All 1 checks passed');
  });
});

describe('the metrics', () => {
  const port = 3000;

  it.each([
    [
      { metricsPort: undefined, metricsToken: undefined },
      '/metrics is at port 3000; everybody who reaches the port can read it (no SLUICE_METRICS_PORT, no SLUICE_METRICS_TOKEN)',
    ],
    [
      { metricsPort: 9464, metricsToken: undefined },
      '/metrics is at port 9464 only (SLUICE_METRICS_PORT); everybody who reaches the port can read it',
    ],
    [
      { metricsPort: undefined, metricsToken: 'secret-of-the-scrape' },
      '/metrics is at port 3000; it requires the token of SLUICE_METRICS_TOKEN',
    ],
    [
      { metricsPort: 9464, metricsToken: 'secret-of-the-scrape' },
      '/metrics is at port 9464 only (SLUICE_METRICS_PORT); it requires the token of SLUICE_METRICS_TOKEN',
    ],
  ])('are reported with what protects them: %j', (settings, message) => {
    expect(metricsFinding({ port, ...settings })).toEqual(ok('metrics', message));
  });
});
