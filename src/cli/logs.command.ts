import type { Command } from 'commander';
import type { CheckedExport } from '#modules/exports/batch/export-check.js';
import { CommandFailed, exitCode } from './failure.js';
import { complain, print } from './terminal.js';

export function addLogs(program: Command): void {
  const logs = program.command('logs').description('look after the logs that leave this server');
  logs
    .command('verify-export')
    .description('check that files of a continuous export are complete, without a server or a database')
    .argument('<files...>', 'files that follow each other')
    .action(verifyExport);
}

/** Ends with 2 when something is missing or was changed. */
async function verifyExport(files: readonly string[]): Promise<void> {
  const [{ verifyExports }, { ExportBroken }] = await Promise.all([
    import('#modules/exports/batch/verify-exports.js'),
    import('#modules/exports/batch/export-broken.js'),
  ]);
  try {
    print(inWords(await verifyExports(files)));
  } catch (error) {
    if (error instanceof ExportBroken) {
      complain(`NOT complete: ${error.message}`);
      process.exitCode = exitCode.refuted;
    } else throw (error as { code?: unknown }).code === 'ENOENT' ? new CommandFailed((error as Error).message) : error;
  }
}

function inWords({ consumer, feed, from, to, entries, repeats, hash }: CheckedExport): string {
  const again = repeats === 0 ? '' : `, ${repeats} of them more than once`;
  return `Complete: batches ${from} to ${to} of ${consumer} (${feed}) with ${entries} entries${again}; the last one has the hash ${hash}`;
}
