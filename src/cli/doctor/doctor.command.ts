import type { Command } from 'commander';
import { exitCode } from '../failure.js';
import { print, printJson } from '../terminal.js';

export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .description('check everything that a server needs, with advice for each problem; works beside a running server')
    .option('--deep', 'also verify all stored runs against the digests in the audit log; reads all events')
    .option('--json', 'print the findings as JSON')
    .action(doctor);
}

/** The exit code is 1 when a check fails. */
async function doctor({ json = false, deep = false }: { readonly json?: boolean; readonly deep?: boolean }): Promise<void> {
  const [{ diagnose }, { findingText }] = await Promise.all([import('./diagnose.js'), import('./finding-text.js')]);
  const findings = await diagnose({ deep });
  const isWell = findings.every(({ status }) => status !== 'fail');
  if (json) printJson({ status: isWell ? 'ok' : 'failing', findings });
  else print(findingText(findings));
  if (!isWell) process.exitCode = exitCode.failed;
}
