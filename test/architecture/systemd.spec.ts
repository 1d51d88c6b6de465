import { describe, expect, it } from '@jest/globals';
import { parseConfig } from '#host/config/config.js';
import { exitCode } from '#cli/failure.js';
import { sourceText } from '../support/architecture/source-files.js';

/** The settings of the section [Service], repeated ones joined by a space. */
function serviceOf(file: string): ReadonlyMap<string, string> {
  const lines = (sourceText(file).split('[Service]\n')[1] ?? '').split('\n[')[0] ?? '';
  const settings = new Map<string, string>();
  for (const [, name = '', value = ''] of lines.matchAll(/^(\w+)=(.*)$/gm)) {
    const former = settings.get(name);
    settings.set(name, former === undefined ? value : `${former} ${value}`);
  }
  return settings;
}

describe.each(['ops/systemd/sluice.service', 'ops/systemd/sluice@.service'])('the unit %s', (file) => {
  const service = serviceOf(file);

  it('leaves the server the time of its drain, and signals it alone', () => {
    const { drainNoticeMs, drainTimeoutMs } = parseConfig({});
    expect(Number(service.get('TimeoutStopSec')) * 1000).toBeGreaterThan(drainNoticeMs + drainTimeoutMs + 5000);
    expect(service.get('KillMode')).toBe('mixed');
  });

  it('starts a server again, except when its settings or its database refuse it', () => {
    expect(service.get('Restart')).toBe('always');
    expect(service.get('RestartPreventExitStatus')).toBe(String(exitCode.configuration));
  });

  it('replaces the processes on a reload, by the signal of a reload to the server alone', () => {
    expect(service.get('ExecReload')).toBe('/bin/kill -HUP $MAINPID');
  });

  it('sets only settings that the server takes', () => {
    const pairs = (service.get('Environment') ?? '').split(' ').map((pair) => pair.split('=') as [string, string]);
    const env = Object.fromEntries(pairs.map(([name, value]) => [name, value.replace('%i', 'worker')]));
    // What /etc/sluice/sluice.env has for a process with a role.
    const ofFile = { DATABASE_URL: 'postgres://localhost/sluice', SLUICE_ENCRYPTION_KEY: '0'.repeat(64) };
    expect(parseConfig({ ...env, ...ofFile }).dataDir).toBe(service.get('WorkingDirectory'));
  });

  it('does not keep the sandbox from its namespaces and its filter of system calls', () => {
    expect([...service.keys()]).not.toEqual(expect.arrayContaining(['RestrictNamespaces']));
    expect([...service.keys()]).not.toEqual(expect.arrayContaining(['SystemCallFilter']));
  });
});

it('the units differ in the role only', () => {
  const [one, template] = ['ops/systemd/sluice.service', 'ops/systemd/sluice@.service'].map((file) =>
    [...serviceOf(file)].filter(([name]) => !name.startsWith('Environment')),
  );
  expect(template).toEqual(one);
});
