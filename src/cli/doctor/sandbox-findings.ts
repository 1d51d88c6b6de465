import type { Config } from '#host/config/config.js';
import { IsolatedSandbox } from '#world/sandbox/isolated-sandbox.js';
import { type WallReport, wallReport, wallText } from '#world/sandbox/wall-report.js';
import { fail, ok, warn, type Finding } from './finding.js';

const patienceMs = 10_000;

/** Runs a function as workflows do, and reports which isolation layers are active on this machine. */
export async function sandboxFinding({ sandboxMemoryMb }: Config): Promise<Finding> {
  const check = 'sandbox';
  const told: string[] = [];
  let walls = wallReport(undefined);
  const sandbox = new IsolatedSandbox({
    maxProcesses: 1,
    memoryMb: sandboxMemoryMb,
    log: (message) => void told.push(message),
    report: (report) => (walls = report),
  });
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
      return fail(
        check,
        `a function returned a wrong result: ${JSON.stringify(result)}`,
        'Install Sluice again: its package isolated-vm is damaged.',
      );
  } catch (error) {
    const advice = 'Install Sluice again on this machine, so that its package isolated-vm fits; a container must allow child processes.';
    return fail(check, `a function did not run: ${[(error as Error).message, ...told].join('; ')}`, advice);
  } finally {
    await sandbox.close();
  }
  return judgeWalls(told, walls);
}

/** Judges the isolation that the operating system adds to that of the sandbox. */
export function judgeWalls(told: readonly string[], walls: WallReport): Finding {
  const check = 'sandbox';
  if (told.length === 0 && walls.missing.length === 0) return ok(check, `functions run with full isolation: ${wallText(walls)}`);
  const advice = 'Install util-linux, and allow namespaces in containers. Functions also run without them, with less isolation.';
  return warn(check, `functions run, but ${[...told, ...walls.missing].join('; ')}`, advice);
}
