import type { Command } from 'commander';
import { commandName } from '#host/program/command-name.js';
import type { Projection } from '#ledger/rows/projection.js';
import type { ProjectionStatus } from '#ledger/projections/projection-status.js';
import { counted } from '../remote/counted.js';
import { CommandFailed, exitCode } from '../failure.js';
import { duration, progressLine, thousands } from '../text/progress-text.js';
import { complain, print } from '../terminal.js';
import type { CommandParts } from '#app/compose-command.js';

export function addProjections(program: Command): void {
  const projections = program.command('projections').description('inspect and rebuild the projections of events');
  projections.command('list').description('list projections with their tables').action(list);
  projections.command('status').description('show the position and lag of each projection, and rebuilds in progress').action(status);
  projections
    .command('rebuild')
    .argument('<name>', 'a name from `list`')
    .description('rebuild a projection from the first event, beside running servers, and replace the live one')
    .option('--resume', 'continue an interrupted rebuild')
    .action(rebuildOne);
  projections
    .command('retry')
    .argument('<name>', 'a name from `list`')
    .description('apply the dead letters of a projection again')
    .action(retry);
}

async function list(): Promise<void> {
  const { composition } = await import('#app/composition.js');
  for (const { name, version, mode, models } of composition.projections) {
    print(`${name}  version ${version}, ${mode}: ${models.map(({ table }) => table).join(', ')}`);
  }
}

async function status(): Promise<void> {
  const { projectionStatus } = await import('#ledger/projections/projection-status.js');
  await onStorage(async ({ pool, composition }) => {
    for (const line of (await projectionStatus(pool, composition.projections)).flatMap(statusLines)) print(line);
    const { rows } = await pool.query<{ projection: string; type: string; stream_id: string; version: number; error: string }>(
      'select projection, type, stream_id, version, error from dead_letter order by at limit 50',
    );
    for (const { projection, type, stream_id: stream, version, error } of rows) {
      print(`dead letter of ${projection}: ${type}, event ${version} of stream ${stream}: ${error}`);
    }
  });
}

function statusLines({ name, version, liveVersion, lagEvents, lagMs, deadLetters, rebuild }: ProjectionStatus): readonly string[] {
  const shown = liveVersion === version ? `version ${version}` : `version ${liveVersion ?? 'none'} shown, ${version} wanted`;
  const aside = deadLetters === 0 ? '' : `, ${deadLetters} dead letters`;
  const own = `${name}  ${shown}, ${thousands(lagEvents)} events and ${duration(lagMs)} behind${aside}`;
  if (rebuild === null) return [own];
  return [own, `  rebuild ${rebuild.running ? '' : '(interrupted) '}of version ${rebuild.version}: ${progressLine(rebuild)}`];
}

async function rebuildOne(name: string, { resume = false }: { readonly resume?: boolean }): Promise<void> {
  const projection = await projectionCalled(name);
  const [{ rebuild, RebuildUnderWay }, { rebuildsUnderWay }, { eventReader }] = await Promise.all([
    import('#ledger/projections/rebuild/rebuild.js'),
    import('#ledger/projections/rebuild/rebuild-progress.js'),
    import('./event-reader.js'),
  ]);
  await onStorage(async (parts) => {
    const { pool } = parts;
    const store = eventReader(parts);
    const show = async (): Promise<void> => {
      const mine = (await rebuildsUnderWay(pool)).find((each) => each.name === name);
      if (mine !== undefined) complain(progressLine(mine));
    };
    const timer = setInterval(() => void show().catch(() => undefined), 2000);
    try {
      const { events, deadLetters } = await rebuild(projection, { pool, decode: (row, unread) => store.recorded(row, { unread }), resume });
      print(`${name} is rebuilt from ${thousands(events)} events`);
      if (deadLetters > 0) reportDeadLetters(name, deadLetters);
    } catch (error) {
      throw error instanceof RebuildUnderWay ? new CommandFailed(error.message, { cause: error }) : error;
    } finally {
      clearInterval(timer);
    }
  });
}

function reportDeadLetters(name: string, count: number): void {
  complain(
    `${counted(count, 'event')} could not be applied to ${name}. See them with: ${commandName} projections status; when the cause is fixed: ${commandName} projections retry ${name}`,
  );
  process.exitCode = exitCode.failed;
}

async function retry(name: string): Promise<void> {
  const projection = await projectionCalled(name);
  const [{ retryDeadLetters }, { eventReader }] = await Promise.all([
    import('#ledger/projections/retry-dead-letters.js'),
    import('./event-reader.js'),
  ]);
  await onStorage(async (parts) => {
    const { pool } = parts;
    const store = eventReader(parts);
    const { settled, failures } = await retryDeadLetters(projection, { pool, decode: (row, unread) => store.recorded(row, { unread }) });
    for (const failure of failures) complain(failure);
    print(`${settled} events applied, ${failures.length} streams still fail`);
    if (failures.length > 0) process.exitCode = exitCode.failed;
  });
}

async function projectionCalled(name: string): Promise<Projection> {
  const { composition } = await import('#app/composition.js');
  const found = composition.projections.find((projection) => projection.name === name);
  if (found === undefined) {
    throw new CommandFailed(`No projection is named ${name}. Projections: ${composition.projections.map((each) => each.name).join(', ')}`);
  }
  return found;
}

async function onStorage(work: (storage: CommandParts) => Promise<void>): Promise<void> {
  const { withStorage } = await import('./with-storage.js');
  await withStorage(work);
}
