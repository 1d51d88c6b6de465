import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { deleteInSteps } from '#ledger/chores/delete-in-steps.js';
import { Clock } from '#kernel/clock.js';
import { RetentionRules } from '#modules/retention/index.js';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * How long effect keys and the rows of archived tables are kept. The history of rows is kept as long as runs are, and nothing of deleted
 * workspaces.
 */
const keptDays = 30;

/** Deletes expired effect keys, rows of archived tables and of deleted workspaces, and old history. */
@Injectable()
export class TableUpkeep {
  constructor(
    private readonly pool: Pool,
    private readonly clock: Clock,
    private readonly rules: RetentionRules,
  ) {}

  async tidy(): Promise<void> {
    const before = this.#daysAgo(keptDays);
    await deleteInSteps(this.pool, 'table_effect', 'at < $1', [before]);
    const ended = `table_id in (select id from data_table where (archived and updated_at < $1)
      or workspace_id in (select workspace_id from workspace_terms where deleted_at is not null))`;
    for (const table of ['table_key', 'table_row', 'table_row_change', 'table_row_event', 'table_row_watch'])
      await deleteInSteps(this.pool, table, ended, [before]);
    await this.#forgetChanges();
  }

  async #forgetChanges(): Promise<void> {
    const { workspaces, others } = await this.rules.terms();
    const forget = (days: number, of: string, workspaceIds: readonly string[]): Promise<void> => {
      const past = `at < $1 and table_id in (select id from data_table where workspace_id ${of}($2::uuid[]))`;
      return deleteInSteps(this.pool, 'table_row_change', past, [this.#daysAgo(days), workspaceIds]);
    };
    for (const [days, alike] of Map.groupBy(workspaces, (each) => each.days)) if (days !== null) await forget(days, '= any', idsOf(alike));
    if (others !== null) await forget(others, '<> all', idsOf(workspaces));
  }

  #daysAgo(days: number): string {
    return new Date(this.clock.now().getTime() - days * dayMs).toISOString();
  }
}

function idsOf(workspaces: readonly { readonly workspaceId: string }[]): readonly string[] {
  return workspaces.map(({ workspaceId }) => workspaceId);
}
