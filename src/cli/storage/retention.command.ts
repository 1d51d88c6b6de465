import type { Command } from 'commander';
import type { SweptMonth } from '#modules/retention/index.js';
import { CommandFailed } from '../failure.js';
import { print } from '../terminal.js';

export function addRetention(program: Command): void {
  program
    .command('retention')
    .description('delete expired runs and free their disk space; servers do this once a day')
    .option('--dry-run', 'only show what would be deleted')
    .action(sweep);
}

async function sweep({ dryRun = false }: { readonly dryRun?: boolean }): Promise<void> {
  const [{ withStorage }, { RetentionRules, sweepRuns }, { WorkspaceKeeping }, { RunPartitions }] = await Promise.all([
    import('./with-storage.js'),
    import('#modules/retention/index.js'),
    import('#modules/identity/index.js'),
    import('#ledger/events/run-partitions.js'),
  ]);
  await withStorage(async ({ pool, plans, clock, composition }) => {
    const rules = new RetentionRules(pool, new WorkspaceKeeping(pool), plans, clock, composition.runs);
    const views = composition.projections.filter(({ mode }) => mode === 'async').map(({ name }) => name);
    const options = { pool, partitions: new RunPartitions(pool), runs: composition.runs, views, now: clock.now(), dryRun };
    const swept = await sweepRuns((client) => rules.terms(client), options);
    if (swept === undefined) throw new CommandFailed('A server is deleting expired runs, or a projection is being rebuilt. Retry later.');
    for (const month of swept) print(line(month, dryRun));
    if (swept.length === 0) print('No more runs have expired');
  });
}

function line({ month, streams, going, leftBehind, outcome, bytesBefore, bytesAfter }: SweptMonth, dryRun: boolean): string {
  const what = `${month.slice(0, 7)}: ${going} of ${streams} streams ${dryRun ? 'would be deleted' : 'deleted'}, ${leftBehind} expired streams are kept`;
  if (outcome === 'unread') return `${month.slice(0, 7)}: ${going} of ${streams} streams wait until every projection has read them`;
  if (outcome === 'changed') return `${month.slice(0, 7)}: not changed, because the runs that may be deleted changed meanwhile`;
  const disk = dryRun ? `${megabytes(bytesBefore)} MB now` : `${megabytes(bytesBefore)} MB before, ${megabytes(bytesAfter)} MB after`;
  return outcome === 'nothing' ? what : `${what} (month ${outcome}; events ${disk})`;
}

function megabytes(bytes: number): string {
  return (bytes / 1024 ** 2).toFixed(1);
}
