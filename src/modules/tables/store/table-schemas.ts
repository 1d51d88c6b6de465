import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { EventStore, UniqueConflict, appendTo } from '#ledger/events/event-store.js';
import { requireWorkspace, type Caller } from '#kernel/caller.js';
import { fold } from '#kernel/decider.js';
import { DomainError, invalidField, notFound } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import { Ids, isId } from '#kernel/ids.js';
import { PlanCatalogue } from '#kernel/plan/plan.js';
import { requireForm, table, type ExistingTable, type TableCommand, type TableState } from '../domain/table.decider.js';
import { tableStream, type TableEvent } from '../domain/table.events.js';
import { ColumnCells } from './column-cells.js';
import { TableGate } from './table-gate.js';
import { tableSize } from './rows/table-row.entity.js';
import { Tables } from './tables.js';

/** A schema change of one table. */
export interface SchemaChange {
  readonly caller: Caller;
  readonly meta: EventMeta;
  readonly workspaceId: string;
  readonly tableId: string;
}

/**
 * The only way to change a schema. It excludes other schema changes and writers of rows, and converts rows before the new schema becomes
 * effective. If the process dies in between, rows and keys are left that have no effect, and the next attempt replaces them.
 */
@Injectable()
export class TableSchemas {
  constructor(
    private readonly store: EventStore,
    private readonly gate: TableGate,
    private readonly tables: Tables,
    private readonly cells: ColumnCells,
    private readonly plans: PlanCatalogue,
    private readonly ids: Ids,
  ) {}

  /** @returns the id of the new table. @throws DomainError invalid, also for a duplicate name; forbidden */
  create(
    command: Extract<TableCommand, { readonly type: 'create' }>,
    { caller, meta }: Pick<SchemaChange, 'caller' | 'meta'>,
  ): Promise<string> {
    const { workspaceId } = command;
    const events = table.decide(command, table.initial);
    requireWorkspace(caller, workspaceId, 'write');
    return this.gate.alone(`tables of ${workspaceId}`, async (client) => {
      const most = this.plans.of(caller.account.plan).tables;
      const { tables } = await this.tables.usage([workspaceId], client);
      if (most !== null && tables >= most)
        throw new DomainError('forbidden', 'FORBIDDEN', `Workspace has reached maximum table limit (${most})`);
      const streamId = this.ids.next();
      const stream = appendTo(tableStream.at(streamId, workspaceId), { expected: 0, events, meta });
      const writes = [tableSize.add({ tableId: streamId, rowCount: 0, nextPosition: 0 })];
      await this.store.append({ streams: [stream], writes }).catch((error: unknown) => {
        throw error instanceof UniqueConflict && error.constraint === 'data_table_name' ? nameTaken(events) : error;
      });
      return streamId;
    });
  }

  /** @throws DomainError invalid for the form; forbidden, not-found, unavailable, and errors of the decider and of rows that do not fit */
  async change(change: SchemaChange, command: TableCommand): Promise<void> {
    const { caller, workspaceId, tableId } = change;
    requireForm(command);
    requireWorkspace(caller, workspaceId, 'write');
    if (!isId(tableId)) throw notFound('Table');
    await this.tables.get(change);
    const deleted = await this.gate.alone(tableId, (client) => this.#changeAlone(change, command, client));
    for (const columnId of deleted) await this.cells.remove(tableId, columnId);
  }

  /** @returns the ids of deleted columns, whose cells have no effect any more */
  async #changeAlone(
    { workspaceId, tableId, meta, caller }: SchemaChange,
    command: TableCommand,
    client: PoolClient,
  ): Promise<readonly string[]> {
    const history = await this.store.read(tableStream, tableId);
    const before = fold(table, history);
    if (before.status !== 'existing' || before.workspaceId !== workspaceId) throw notFound('Table');
    const events = table.decide(command, before);
    if (events.length === 0) return [];
    const place = { client, tableId, at: command.at, actorId: caller.userId };
    const after = events.reduce((state, event) => table.evolve(state, event), before as TableState);
    const changes = after.status === 'existing' ? columnChanges(before, after) : [];
    for (const { was, will } of changes) if (will !== undefined) await this.cells.prepare(place, was, will);
    await this.store.append({ streams: [appendTo(tableStream.at(tableId, workspaceId), { expected: history.length, events, meta })] });
    for (const { was, will } of changes) if (was !== undefined) await this.cells.loosen(place, was, will);
    return changes.flatMap(({ was, will }) => (was !== undefined && will === undefined ? [was.id] : []));
  }
}

function columnChanges(before: ExistingTable, after: ExistingTable) {
  const ids = new Set([...before.columns, ...after.columns].map(({ id }) => id));
  const find = ({ columns }: ExistingTable, id: string) => columns.find((column) => column.id === id);
  return [...ids].map((id) => ({ was: find(before, id), will: find(after, id) })).filter(({ was, will }) => was !== will);
}

function nameTaken(events: readonly TableEvent[]): DomainError {
  const [created] = events;
  const name = created?.type === 'table.created' ? created.payload.name : '';
  return invalidField('name', `A table named "${name}" already exists in this workspace`, 'duplicate');
}
