import { describe, expect, it } from '@jest/globals';
import express from 'express';
import { resolve } from 'node:path';
import { atPort, ConfigError, parseConfig } from './config.js';
import { variables, type Variable } from './variables.js';

const key = 'ab'.repeat(32);

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    parseConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

describe('the configuration', () => {
  it('ignores the settings of commands that call a server', () => {
    expect(parseConfig({ SLUICE_URL: 'http://localhost:1', SLUICE_API_KEY: 'sk-1', SLUICE_WORKSPACE: 'Main' })).toEqual(parseConfig({}));
  });

  it('needs nothing to be set', () => {
    expect(parseConfig({})).toMatchObject({
      port: 3000,
      host: '0.0.0.0',
      baseUrl: 'http://localhost:3000',
      role: 'all',
      syncTimeoutMs: 300_000,
      asyncTimeoutMs: 5_400_000,
    });
  });

  it('omits settings without a value and a default', () => {
    const { dataDir, databaseUrl, encryptionKey, bootstrapApiKey } = parseConfig({});
    expect([dataDir, databaseUrl, encryptionKey, bootstrapApiKey]).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('treats an empty variable as not set', () => {
    expect(parseConfig({ PORT: '', DATABASE_URL: '', SLUICE_ROLE: '' })).toEqual(parseConfig({}));
  });

  it('makes the data folder an absolute path', () => {
    expect(parseConfig({ SLUICE_DATA_DIR: './here' }).dataDir).toBe(resolve('here'));
  });

  it('names the port in its public address', () => {
    expect(parseConfig({ PORT: '8080' }).baseUrl).toBe('http://localhost:8080');
  });

  it('names the port that the system has chosen, unless the public address is set', () => {
    expect(atPort(parseConfig({ PORT: '0' }), 4711)).toEqual(parseConfig({ PORT: '4711' }));
    const env = { PORT: '0', SLUICE_BASE_URL: 'https://sluice.example' };
    expect(atPort(parseConfig(env), 4711)).toMatchObject({ port: 4711, baseUrl: 'https://sluice.example' });
  });

  it('drops the slash at the end of an address', () => {
    expect(parseConfig({ SLUICE_BASE_URL: 'https://sluice.example/' }).baseUrl).toBe('https://sluice.example');
  });

  it.each([
    ['500ms', 500],
    ['30s', 30_000],
    ['5m', 300_000],
    ['2h', 7_200_000],
    ['7d', 604_800_000],
  ])('reads the duration %s as %i ms', (text, ms) => {
    expect(parseConfig({ SLUICE_SYNC_TIMEOUT: text }).syncTimeoutMs).toBe(ms);
  });

  it.each(['redis://localhost', 'rediss://name:p%40ss@host:6380/0', 'valkey://[::1]:6379', 'valkeys://host'])(
    'takes %s for a signals server',
    (address) => {
      expect(parseConfig({ SLUICE_SIGNALS_URL: address }).signalsUrl).toBe(address);
    },
  );

  it('reads lists with spaces and empty entries', () => {
    expect(parseConfig({ SLUICE_TRUSTED_PROXIES: ' 10.0.0.1, ,10.0.0.0/8 ' }).trustedProxies).toEqual(['10.0.0.1', '10.0.0.0/8']);
  });

  it.each(['10.0.0.1', '10.0.0.0/8', '10.0.0.0/255.0.0.0', '2001:db8::/32', '::ffff:10.0.0.1', 'loopback', 'linklocal', 'uniquelocal'])(
    'takes %s for a proxy, and so does what reads the header',
    (proxy) => {
      expect(parseConfig({ SLUICE_TRUSTED_PROXIES: proxy }).trustedProxies).toEqual([proxy]);
      expect(() => express().set('trust proxy', [proxy])).not.toThrow();
    },
  );

  it('cannot be changed', () => {
    const config = parseConfig({});
    expect(Object.isFrozen(config)).toBe(true);
    expect(() => Object.assign(config, { port: 1 })).toThrow(TypeError);
  });

  it('ignores variables of others', () => {
    expect(parseConfig({ HOME: '/root', SLUICED: 'yes' })).toEqual(parseConfig({}));
  });
});

describe('a bad configuration', () => {
  it.each([
    'localhost:6379',
    'http://localhost:6379',
    'redis://',
    'redis:///0',
    'redis://:secret@:6379',
    'redis://host:99999',
    'redis://host/name',
    'redis://host?db=1',
    'unix:///run/redis.sock',
    'redis://:100%@host',
  ])('has no signals server at %s, and does not show its password', (address) => {
    expect(problemsOf({ SLUICE_SIGNALS_URL: address })).toEqual([
      'SLUICE_SIGNALS_URL must be the address of a Redis or Valkey server, such as redis://host:6379, or rediss://name:password@host:6379 with TLS',
    ]);
  });

  it.each([
    'proxy.internal',
    '10.0.0.0/33',
    '10.0.0.0/0',
    '10.0.0.0/',
    '10.0.0.1/8/8',
    '2001:db8::/129',
    '10',
    '10.0.0.0/255.0.255.0',
    '2001:db8::/255.0.0.0',
    '*',
  ])('has no proxy %s', (proxy) => {
    expect(problemsOf({ SLUICE_TRUSTED_PROXIES: `10.0.0.1,${proxy}`, PORT: 'many' })).toEqual([
      expect.stringContaining('PORT'),
      `SLUICE_TRUSTED_PROXIES must be a list of addresses and CIDR ranges such as 10.0.0.1, 10.0.0.0/8 or loopback; "${proxy}" is none of these, got "10.0.0.1,${proxy}"`,
    ]);
  });

  it('is refused with all its problems at once', () => {
    const problems = problemsOf({
      PORT: 'many',
      SLUICE_ROLE: 'boss',
      SLUICE_SYNC_TIMEOUT: '5',
      SLUICE_SANDBOX_MEMORY_MB: '4',
      SLUICE_ROLL: 'api',
    });
    expect(problems).toEqual([
      'PORT must be a whole number from 0 to 65535, got "many"',
      'SLUICE_ROLE must be one of all, api, worker, follower, got "boss"',
      'SLUICE_SANDBOX_MEMORY_MB must be a whole number from 8 to 4096, got "4"',
      'SLUICE_SYNC_TIMEOUT must be a duration such as 500ms, 30s, 5m, 2h or 7d, got "5"',
      'SLUICE_ROLL is not a setting; did you mean SLUICE_ROLE?',
    ]);
  });

  it('takes a password of the mail server in which % is encoded, since no message can be sent otherwise', () => {
    const mail = (SLUICE_SMTP_URL: string): Record<string, string> => ({ SLUICE_SMTP_URL, SLUICE_SMTP_FROM: 'sluice@example.com' });
    expect(parseConfig(mail('smtps://u:pa%25ss@mail.example')).smtpUrl).toBe('smtps://u:pa%25ss@mail.example');
    const [problem] = problemsOf(mail('smtps://u:pa%ss@mail.example'));
    expect(problem).toMatch(/^SLUICE_SMTP_URL must have % in its name and password as %25/);
    expect(problem).not.toContain('pa%ss');
  });

  it.each([
    [{ SLUICE_SMTP_URL: 'smtp://mail.example' }, 'SLUICE_SMTP_URL needs SLUICE_SMTP_FROM: it does nothing alone'],
    [{ SLUICE_S3_ACCESS_KEY_ID: 'id' }, 'SLUICE_S3_ACCESS_KEY_ID needs SLUICE_S3_SECRET_ACCESS_KEY: it does nothing alone'],
    [{ SLUICE_S3_SECRET_ACCESS_KEY: 'hidden' }, 'SLUICE_S3_SECRET_ACCESS_KEY needs SLUICE_S3_ACCESS_KEY_ID: it does nothing alone'],
    [{ PORT: '4000', SLUICE_METRICS_PORT: '4000' }, 'SLUICE_METRICS_PORT must be another port than PORT, 4000'],
  ])('is refused when it would do nothing: %j', (env, problem) => {
    expect(problemsOf(env)).toEqual([problem]);
  });

  it.each([
    ['SLUICE_DATABASE_WAIT', '0s', '1d', undefined],
    ['SLUICE_SESSION_IDLE', '1m', '365d', '59s'],
    ['SLUICE_SESSION_LIFETIME', '1m', '365d', '59s'],
    ['SLUICE_INVITATION_LIFETIME', '1m', '365d', '59s'],
    ['SLUICE_BODY_TIMEOUT', '1ms', '1d', '0ms'],
    ['SLUICE_SYNC_TIMEOUT', '1ms', '24d', '0s'],
    ['SLUICE_ASYNC_TIMEOUT', '1ms', '24d', '0m'],
    ['SLUICE_JOB_RETENTION', '1m', '3650d', '0s'],
    ['SLUICE_DRAIN_NOTICE', '0s', '1d', undefined],
    ['SLUICE_DRAIN_TIMEOUT', '0s', '1d', undefined],
  ])('has a %s that is not from %s to %s', (name, least, most, shorter) => {
    for (const fits of [least, most]) expect(problemsOf({ [name]: fits })).toEqual([]);
    const day = Number.parseInt(most) + 1;
    for (const bad of [shorter ?? [], `${day}d`, '99999999999d'].flat())
      expect(problemsOf({ [name]: bad })).toEqual([`${name} must be a duration from ${least} to ${most}, got "${bad}"`]);
  });

  it.each(['https://u:p@a.example', 'https://a.example/path?x=1', 'https://a.example?', 'https://a.example/#top'])(
    'has the public address %s, to which no path can be added',
    (address) => {
      const [problem = '', ...others] = problemsOf({ SLUICE_BASE_URL: address });
      expect(problem).toMatch(/^SLUICE_BASE_URL must be an address without user, password, query and fragment/);
      expect([problem.includes('u:p'), others]).toEqual([false, []]);
    },
  );

  it('has a name that is near no setting', () => {
    expect(problemsOf({ SLUICE_TURBO: 'yes' })).toEqual(['SLUICE_TURBO is not a setting; see npx sluice --help']);
  });

  it('lists one problem per line', () => {
    expect(() => parseConfig({ PORT: '-1', SLUICE_ROLE: 'boss' })).toThrow(/^PORT .*\nSLUICE_ROLE .*$/);
  });

  it.each(['1.5', '0x10', '65536', ' 80', '1e3'])('has a port of %j', (port) => {
    expect(problemsOf({ PORT: port })).toHaveLength(1);
  });

  it('has an allow list with an invalid entry', () => {
    expect(problemsOf({ SLUICE_MCP_ALLOWED_HOSTS: 'sluice.internal, https://other' })).toEqual([
      expect.stringMatching(/^SLUICE_MCP_ALLOWED_HOSTS has bad entries: https:\/\/other;/),
    ]);
    expect(problemsOf({ SLUICE_OUTBOUND_ALLOW: 'api.example, 10.0.0.0/99' })).toEqual([
      expect.stringMatching(/^SLUICE_OUTBOUND_ALLOW has bad entries: .*10\.0\.0\.0\/99/),
    ]);
  });

  it('has replicas and no database that they belong to', () => {
    expect(problemsOf({ DATABASE_READ_URL: 'postgres://a/sluice' })).toEqual([
      'DATABASE_READ_URL needs DATABASE_URL: the embedded database has no standbys',
    ]);
  });

  it.each(['api', 'worker', 'follower'])('has the role %s and no database that it shares with others', (role) => {
    expect(problemsOf({ SLUICE_ROLE: role, DATABASE_URL: '' })).toEqual([
      `SLUICE_ROLE ${role} needs DATABASE_URL: processes with different roles share one database`,
    ]);
  });

  it.each([{}, { SLUICE_ENCRYPTION_KEY: '' }])('has DATABASE_URL and no encryption key: %j', (env) => {
    expect(problemsOf({ DATABASE_URL: 'postgres://localhost/sluice', ...env })).toEqual([
      'SLUICE_ENCRYPTION_KEY is required with DATABASE_URL: 64 hexadecimal digits, for example from: openssl rand -hex 32',
    ]);
    expect(parseConfig({ DATABASE_URL: 'postgres://localhost/sluice', SLUICE_ENCRYPTION_KEY: key }).encryptionKey).toBe(key);
  });

  it.each(['SLUICE_OUTBOUND_ALLOW', 'SLUICE_TRUSTED_PROXIES', 'SLUICE_MCP_ALLOWED_HOSTS'])(
    'does not repeat a password in an address of %s',
    (name) => {
      const [problem] = problemsOf({ [name]: 'http://user:Hunter2@a.example/, https://me:Hunter3@b.example' });
      expect(problem).toContain('//…@');
      expect(problem).not.toMatch(/hunter/i);
    },
  );

  it.each(
    Object.values<Variable<unknown>>(variables)
      .filter(({ secret }) => secret === true)
      .map(({ name }) => name),
  )('does not repeat the value of %s', (name) => {
    const problems = problemsOf({ [name]: 'hunter2 with typo' });
    expect(problems.some((problem) => problem.startsWith(`${name} must be`))).toBe(true);
    expect(problems.join()).not.toContain('hunter2');
  });
});
