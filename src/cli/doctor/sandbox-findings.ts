import { spawnSync } from 'node:child_process';
import type { Config } from '#host/config/config.js';
import { IsolatedSandbox } from '#world/sandbox/isolated-sandbox.js';
import { fail, ok, warn, type Finding } from './finding.js';

const patienceMs = 10_000;

/** Runs a function as workflows do, and reports which isolation layers are active on this machine. */
export async function sandboxFinding({ sandboxMemoryMb }: Config): Promise<Finding> {
  const check = 'sandbox';
  const told: string[] = [];
  const sandbox = new IsolatedSandbox({ maxProcesses: 1, memoryMb: sandboxMemoryMb, log: (message) => void told.push(message) });
  try {
    const code = 'return typeof process === "undefined" ? 6 * factor : "open"';
    const { result } = await sandbox.run({
      tenant: 'doctor',
      program: 'doctor:check',
      code,
      bindings: { factor: 7 },
      timeoutMs: patienceMs,
    });
    if (result !== 42)
      return fail(check, `a function returned a wrong result: ${JSON.stringify(result)}`, 'Run npm install again: isolated-vm is damaged.');
  } catch (error) {
    const advice = 'Run npm install again on this machine, so that isolated-vm is built for it; a container must allow child processes.';
    return fail(check, `a function did not run: ${[(error as Error).message, ...told].join('; ')}`, advice);
  } finally {
    await sandbox.close();
  }
  return judgeWalls(told, { newPrivileges: works('setpriv --no-new-privs true'), network: works(noNetwork) });
}

const noNetwork = 'unshare --net true || unshare --map-current-user --net true';

/** The isolation layers that the operating system adds to those of the sandbox. */
export function judgeWalls(told: readonly string[], has: { readonly newPrivileges: boolean; readonly network: boolean }): Finding {
  const check = 'sandbox';
  const missing = [
    ...told,
    ...(has.newPrivileges ? [] : ['processes can gain privileges (no setpriv)']),
    ...(has.network ? [] : ['only Node blocks the network (no unshare, or no user namespaces)']),
  ];
  if (missing.length === 0) return ok(check, 'functions run with full isolation');
  const advice = 'Install util-linux, and allow namespaces in containers. Functions also run without them, with less isolation.';
  return warn(check, `functions run, but ${missing.join('; ')}`, advice);
}

function works(command: string): boolean {
  return spawnSync('/bin/sh', ['-c', command], { stdio: 'ignore' }).status === 0;
}
