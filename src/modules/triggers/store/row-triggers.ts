import { Injectable } from '@nestjs/common';
import type { Write } from '#ledger/rows/read-model.js';
import { blockProblem } from '#document/check/block-problem.js';
import type { DocumentProblem } from '#document/document.js';
import { quoted } from '#document/quoted.js';
import { RowWatches, type TableRowWatch, type WatchedTable } from '#modules/tables/index.js';
import { tableKind, type RowTriggerConfig } from '../kinds/table-new-row-kind.js';
import type { BlockTrigger } from '../kinds/trigger-kinds.js';

type Watch = Omit<TableRowWatch, 'watcherId'>;

/** What the triggers of a document want of tables, by the ids of their blocks. */
export interface RowWishes {
  readonly watches: ReadonlyMap<string, Watch>;
  readonly problems: readonly DocumentProblem[];
}

/** The triggers that fire when rows of tables change. */
@Injectable()
export class RowTriggers {
  constructor(private readonly watches: RowWatches) {}

  async read(triggers: readonly BlockTrigger[], workspaceId: string): Promise<RowWishes> {
    const own = triggers.filter(({ kind }) => kind === tableKind);
    const ids = own.map(({ config }) => (config as RowTriggerConfig).tableId);
    const tables = ids.length === 0 ? [] : await this.watches.tables(workspaceId, ids);
    const problems: DocumentProblem[] = [];
    const watches = new Map<string, Watch>();
    for (const { block, config } of own) {
      const { tableId, eventType: kind, watchColumns } = config as RowTriggerConfig;
      const table = tables.find(({ id }) => id === tableId);
      if (table === undefined) {
        const what = `names the table ${quoted(tableId)}, which this workspace does not have`;
        problems.push(blockProblem(block, what, 'unknown_table', 'tableSelector'));
        continue;
      }
      const names = kind === 'update' ? watchColumns : [];
      for (const name of names.filter((each) => idOf(table, each) === undefined)) {
        const what = `watches the column ${quoted(name)}, which table ${quoted(table.name)} does not have`;
        problems.push(blockProblem(block, what, 'unknown_column', 'watchColumns'));
      }
      watches.set(block.id, { tableId, kind, columnIds: names.length === 0 ? null : names.flatMap((name) => idOf(table, name) ?? []) });
    }
    return { watches, problems };
  }

  /** The row that makes a registered trigger receive changes from the commit on, or none any more. */
  follow(triggerId: string, watch: Watch | undefined): Write {
    return watch === undefined ? this.watches.end(triggerId) : this.watches.watch({ ...watch, watcherId: triggerId });
  }
}

function idOf({ columns }: WatchedTable, nameOrId: string): string | undefined {
  return (columns.find(({ name }) => name === nameOrId) ?? columns.find(({ id }) => id === nameOrId))?.id;
}
