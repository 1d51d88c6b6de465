import { afterEach, describe, expect, it } from '@jest/globals';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { identityFromPs, isPostmasterOf, processIdentity } from './process-identity.js';

describe.each([
  ['by the means of this system', processIdentity],
  ['by ps', identityFromPs],
])('the identity of a process, %s', (_means, identityOf) => {
  let child: ChildProcess | undefined;
  afterEach(() => {
    child?.kill('SIGKILL');
  });

  it('stays the same while the process lives', () => {
    expect(identityOf(process.pid)).toMatch(/\S+ \S+/);
    expect(identityOf(process.pid)).toBe(identityOf(process.pid));
  });

  it('is absent once the process is gone', () => {
    const { pid } = spawnSync('/bin/true');
    expect(identityOf(pid)).toBeUndefined();
  });

  it('is absent for a zombie', async () => {
    child = spawn('/bin/sh', ['-c', 'cat <&3 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore', 'pipe'] });
    const pid = Number(String(await once(child.stdout ?? child, 'data')));
    // Only now may the child end: the shell would collect it, and sleep does not.
    while (!commandOf(child).includes('sleep 60')) await new Promise((resolve) => setTimeout(resolve, 5));
    (child.stdio[3] as Writable).end();
    while (identityOf(pid) !== undefined) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(() => process.kill(pid, 0)).not.toThrow();
  });
});

describe('the identity of a process', () => {
  it('is read past a name that holds brackets and spaces', async () => {
    const named = spawn(process.execPath, ['-e', 'process.title = ") Z 1 (x"; console.log(); setInterval(() => 0, 1e6)']);
    await once(named.stdout, 'data');
    expect(processIdentity(named.pid ?? 0)).toBeDefined();
    named.kill('SIGKILL');
  });
});

describe('a postmaster', () => {
  it('is not any process that works in the directory of the cluster', () => {
    expect(isPostmasterOf(process.pid, process.cwd())).toBe(false);
  });
});

function commandOf({ pid }: ChildProcess): string {
  const command = spawnSync('/bin/ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim();
  return command.startsWith('/bin/sh') ? '' : command;
}
