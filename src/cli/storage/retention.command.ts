import type { Command } from 'commander';
import type { SweptMonth } from '#modules/retention/index.js';
import { CommandFailed } from '../failure.js';
import { print } from '../terminal.js';

export function addRetention(program: Command): void {
  program
    .command('retention')
    .description('give back the disk of runs whose time is past, as servers do once a day')
    .option('--dry-run', 'only tell what would go')
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
    if (swept === undefined) throw new CommandFailed('A server is at it, or a projection is being rebuilt. Try again later.');
    for (const month of swept) print(line(month, dryRun));
    if (swept.length === 0) print('No run is past its time that was not looked for before');
  });
}

function line({ month, streams, going, leftBehind, outcome, bytesBefore, bytesAfter }: SweptMonth, dryRun: boolean): string {
  const what = `${month.slice(0, 7)}: ${going} of ${streams} streams ${dryRun ? 'would go' : 'went'}, ${leftBehind} stay although their time is past`;
  if (outcome === 'unread') return `${month.slice(0, 7)}: ${going} of ${streams} streams wait until every view has read them`;
  if (outcome === 'changed') return `${month.slice(0, 7)}: left as it was, since what may go changes all the time`;
  const disk = dryRun ? `${megabytes(bytesBefore)} MB now` : `${megabytes(bytesBefore)} MB before, ${megabytes(bytesAfter)} MB after`;
  return outcome === 'nothing' ? what : `${what} (month ${outcome}; events ${disk})`;
}

function megabytes(bytes: number): string {
  return (bytes / 1024 ** 2).toFixed(1);
}
