import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DomainError, invalidField, type ErrorDetail } from '#kernel/errors.js';
import { isId } from '#kernel/ids.js';
import { isJsonObject } from '#kernel/json.js';
import { checkRow, readCells } from '../domain/row-data.js';
import { tableLimits } from '../domain/table-limits.js';
import { type RowView, rowView } from '../queries/views.js';
import { changeRows, type RowChange } from '../store/rows/change-rows.js';
import { RowSessions, type RowSession } from '../store/rows/row-session.js';
import { lockRows } from '../store/rows/rows.js';
import { type TableAccess, requireAccess } from '../store/table-access.js';

interface RowUpdate {
  readonly rowId: string;
  readonly data: unknown;
}

/** Changes different cells of several rows, all or none. Returns the rows in the order of the updates. */
export class UpdateRowBatch extends Command<readonly RowView[]> {
  constructor(
    readonly access: TableAccess,
    readonly updates: readonly unknown[],
  ) {
    super();
  }
}

@CommandHandler(UpdateRowBatch)
export class UpdateRowBatchHandler implements ICommandHandler<UpdateRowBatch> {
  constructor(private readonly sessions: RowSessions) {}

  async execute({ access, updates }: UpdateRowBatch): Promise<readonly RowView[]> {
    const read = readUpdates(updates);
    requireAccess(access, 'write');
    return this.sessions.write(access, async (session) => {
      const changed = await changeRows(session, await changesOf(session, read));
      return changed.map((row) => rowView(session.table, row));
    });
  }
}

/** @throws DomainError invalid for a wrong number of updates, and for ids that are wrong or occur twice */
function readUpdates(updates: readonly unknown[]): readonly RowUpdate[] {
  if (updates.length === 0 || updates.length > tableLimits.batch)
    throw invalidField('updates', `updates must have 1 to ${tableLimits.batch} rows`, 'out_of_range');
  const seen = new Set<string>();
  return updates.map((update, index) => {
    const path = ['updates', index];
    if (!isJsonObject(update)) throw invalidField(path, 'An update must be an object with rowId and data', 'invalid_type');
    const { rowId, data } = update;
    if (typeof rowId !== 'string' || !isId(rowId)) throw invalidField([...path, 'rowId'], 'rowId must be the id of a row', 'invalid_type');
    if (seen.has(rowId))
      throw invalidField([...path, 'rowId'], `The row ${rowId} appears twice. Put all cells of a row into one update.`, 'duplicate');
    seen.add(rowId);
    return { rowId, data };
  });
}

/** @throws DomainError invalid, with the problems of all rows */
async function changesOf(session: RowSession, updates: readonly RowUpdate[]): Promise<readonly RowChange[]> {
  const { columns } = session.table;
  const rows = await lockRows(
    session,
    updates.map(({ rowId }) => rowId),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const problems: ErrorDetail[] = [];
  const changes = updates.flatMap(({ rowId, data }, index): RowChange[] => {
    const row = byId.get(rowId);
    if (row === undefined) {
      problems.push({ path: ['updates', index, 'rowId'], message: `The row ${rowId} does not exist`, code: 'not_found' });
      return [];
    }
    const report = { path: ['updates', index, 'data'], problems: [] as ErrorDetail[] };
    const cells = { ...row.data, ...readCells(columns, data, report) };
    checkRow(columns, cells, report);
    problems.push(...report.problems);
    return [{ row, cells, path: report.path }];
  });
  if (problems.length === 0) return changes;
  const message = `${problems[0]?.message}. No row was changed.`;
  throw new DomainError('invalid', 'VALIDATION_FAILED', message, { details: problems.slice(0, 100) });
}
