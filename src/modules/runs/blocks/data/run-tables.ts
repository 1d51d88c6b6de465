import { Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { OrganizationPlans } from '#modules/identity/index.js';
import { DeleteRows, GetTable, InsertRows, QueryRows, UpdateRows, UpsertRow, type TableAccess } from '#modules/tables/index.js';
import type { RunIdentity } from '#blocks/ports/run-identity.js';
import type { WorkspaceTables } from '#blocks/ports/tables.js';
import { DomainError } from '#kernel/errors.js';

/** The tables of the workspaces of runs, as the module of tables keeps them. */
@Injectable()
export class RunTables {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly plans: OrganizationPlans,
  ) {}

  of(run: RunIdentity): WorkspaceTables {
    const { commands, queries } = this;
    const access = (tableId: string): Promise<TableAccess> => this.#access(run, tableId);
    return {
      table: async (tableId) => queries.execute(new GetTable(await access(tableId))),
      queryRows: async (tableId, question) => {
        const answer = await queries.execute(new QueryRows(await access(tableId), question));
        // A block has no cursor with which it could continue.
        if (answer.nextCursor !== null && answer.rows.length < question.limit) throw tooLarge(question.limit);
        return answer;
      },
      insertRows: async (tableId, rows, effectKey) => commands.execute(new InsertRows(await access(tableId), rows, effectKey)),
      upsertRow: async (tableId, row, effectKey) => commands.execute(new UpsertRow(await access(tableId), row, effectKey)),
      updateRows: async (tableId, update, effectKey) => commands.execute(new UpdateRows(await access(tableId), update, effectKey)),
      deleteRows: async (tableId, selection, effectKey) => commands.execute(new DeleteRows(await access(tableId), selection, effectKey)),
    };
  }

  async #access(
    { workspaceId, workflowId, callChain, executionId, userId, accountId }: RunIdentity,
    tableId: string,
  ): Promise<TableAccess> {
    const plan = (await this.plans.given([accountId])).get(accountId) ?? null;
    return { workspaceId, tableId, by: { run: { executionId, actorId: userId, plan, callChain: [...callChain, workflowId] } } };
  }
}

function tooLarge(limit: number): DomainError {
  return new DomainError('too-large', 'PAYLOAD_TOO_LARGE', `The first ${limit} rows are larger than 16 MiB. Ask for fewer with limit`);
}
