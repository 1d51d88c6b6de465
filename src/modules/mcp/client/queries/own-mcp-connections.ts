import { Injectable } from '@nestjs/common';
import { requireReach, type Caller, type Permission } from '#kernel/caller.js';
import { conflict, invalidField, notFound } from '#kernel/errors.js';
import { isId } from '#kernel/ids.js';
import { PlanCatalogue } from '#kernel/plan/plan.js';
import { WorkspaceAccounts } from '#modules/identity/index.js';
import { UniqueConflict } from '#ledger/events/event-store.js';
import { McpConnectionRows, type McpConnectionRow } from './mcp-connection-rows.js';

const mostConnections = 1000;

/** What the commands and queries of MCP servers have in common. */
@Injectable()
export class OwnMcpConnections {
  constructor(
    private readonly rows: McpConnectionRows,
    private readonly accounts: WorkspaceAccounts,
    private readonly plans: PlanCatalogue,
  ) {}

  /** @throws DomainError not-found for a stranger, forbidden for a member with too little permission */
  async reach(caller: Caller, id: string, needed: Permission): Promise<McpConnectionRow> {
    const row = await this.view(id);
    requireReach(caller, row.workspaceId, needed, 'MCP server');
    return row;
  }

  /** @throws DomainError not-found */
  async view(id: string): Promise<McpConnectionRow> {
    const row = isId(id) ? await this.rows.find(id) : undefined;
    if (row === undefined) throw notFound('MCP server');
    return row;
  }

  /** @throws DomainError invalid */
  async requireRoom(workspaceId: string): Promise<void> {
    const found = await this.accounts.of(workspaceId);
    const plan = this.plans.of(found?.account.plan ?? null);
    const most = Math.min(plan.mcpConnections ?? mostConnections, mostConnections);
    if ((await this.rows.count(workspaceId)) >= most)
      throw invalidField('workspaceId', `A workspace may use at most ${most} MCP servers on the ${plan.name} plan`, 'out_of_range');
  }
}

/** @throws DomainError conflict if the name is taken, else the error itself */
export function nameConflict(error: unknown): unknown {
  if (!(error instanceof UniqueConflict) || error.constraint !== 'mcp_connection_name') return error;
  return conflict('DUPLICATE_NAME', 'An MCP server of that name exists in the workspace already');
}
