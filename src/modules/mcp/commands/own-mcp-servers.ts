import { Injectable } from '@nestjs/common';
import { WorkspaceAccounts } from '#modules/identity/index.js';
import { Deployments, type FoundWorkflow } from '#modules/workflows/index.js';
import { requireReach, type Caller, type Permission } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import { invalidField, notFound } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import { Ids } from '#kernel/ids.js';
import { PlanCatalogue } from '#kernel/plan/plan.js';
import { decide, on } from '#ledger/events/decide.js';
import { EventStore, type Lease } from '#ledger/events/event-store.js';
import { PlanRooms } from '#ledger/work/rooms/plan-room.js';
import { mcpServer, type McpServerCommand } from '../domain/mcp-server.decider.js';
import { mcpServerStream } from '../domain/mcp-server.events.js';
import { toolNameOf } from '../domain/tool-name.js';
import { ReachableServers } from '../queries/reachable-servers.js';
import { McpServers, type McpServerRow } from '../store/mcp-servers.js';

const mostServersOfWorkspace = 1000;
const mostServersOfWorkflow = 100;

/** A tool as callers ask for it. */
export interface ToolRequest {
  readonly workflowId: string;
  readonly name: string | undefined;
  readonly description: string | null | undefined;
  readonly parameterDescriptions: Readonly<Record<string, string>> | undefined;
}

type ServerPlace = Pick<McpServerRow, 'id' | 'workspaceId'>;

/** So many servers and tools more. */
export interface Room {
  readonly servers: number;
  readonly tools: number;
}

type WithoutTime<Command> = Command extends McpServerCommand ? Omit<Command, 'at'> : never;

/** What the commands of MCP servers have in common. */
@Injectable()
export class OwnMcpServers {
  constructor(
    private readonly store: EventStore,
    private readonly servers: McpServers,
    private readonly reachable: ReachableServers,
    private readonly deployments: Deployments,
    private readonly rooms: PlanRooms,
    private readonly accounts: WorkspaceAccounts,
    private readonly plans: PlanCatalogue,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError not-found for a stranger, forbidden for a member with too little permission */
  reach(caller: Caller, id: string, needed: Permission): Promise<McpServerRow> {
    return this.reachable.get(caller, id, needed);
  }

  /** Decides the commands one after the other on the server and stores the events together. */
  decide(server: ServerPlace, meta: EventMeta, ...commands: readonly WithoutTime<McpServerCommand>[]): Promise<void> {
    return this.#store(server, meta, commands);
  }

  /** The same for commands that need room in the plan. @throws DomainError invalid if the plan of the workspace does not allow so many more */
  async decideWithRoom(
    server: ServerPlace,
    meta: EventMeta,
    more: Room,
    ...commands: readonly WithoutTime<McpServerCommand>[]
  ): Promise<void> {
    await this.rooms.within(server.workspaceId, async (lease) => {
      await this.requireRoom(server.workspaceId, more);
      const field = commands.some(({ type }) => type === 'create') ? 'workflowIds' : 'workflowId';
      await this.#requireFewServers(
        field,
        commands.flatMap((command) => (command.type === 'add-tool' ? [command.tool.workflowId] : [])),
      );
      await this.#store(server, meta, commands, lease);
    });
  }

  async #store(
    { id, workspaceId }: ServerPlace,
    meta: EventMeta,
    commands: readonly WithoutTime<McpServerCommand>[],
    lease?: Lease,
  ): Promise<void> {
    const at = this.clock.iso();
    const ended = await this.#endedTools(id, commands);
    const dated = [...ended, ...commands].map((command) => ({ ...command, at }) as McpServerCommand);
    await decide(this.store, on(mcpServerStream.at(id, workspaceId), mcpServer, dated), { meta, lease });
  }

  /** Before a tool gets a name: the removal of those whose workflow is deleted. Lists do not have them. */
  async #endedTools(id: string, commands: readonly WithoutTime<McpServerCommand>[]): Promise<readonly WithoutTime<McpServerCommand>[]> {
    const types = commands.map(({ type }) => type);
    if (types.includes('create') || !(types.includes('add-tool') || types.includes('change-tool'))) return [];
    const workflowIds = await this.servers.deletedWorkflowsOf(id);
    return workflowIds.length === 0 ? [] : [{ type: 'remove-workflows', workflowIds }];
  }

  /** The command that adds a tool; `path` leads to the workflow in the request. @throws DomainError not-found for a workflow that the caller cannot reach */
  async adding(
    caller: Caller,
    server: Pick<McpServerRow, 'workspaceId'>,
    asked: ToolRequest,
    path: readonly (string | number)[] = ['workflowId'],
  ): Promise<WithoutTime<McpServerCommand>> {
    const { workflowId, name, description = null, parameterDescriptions = {} } = asked;
    const workflow = await this.#workflow(caller, server.workspaceId, workflowId, path);
    const settings = { name: name ?? toolNameOf(workflow.name), description, parameterDescriptions };
    return { type: 'add-tool', tool: { toolId: this.ids.next(), workflowId, isNameChosen: name !== undefined, ...settings } };
  }

  /** The name of a tool that is made of the name of its workflow. @throws DomainError not-found for a tool that the server does not have */
  async derivedName({ id }: ServerPlace, toolId: string): Promise<string> {
    const tool = (await this.servers.toolsOf([id])).find((each) => each.id === toolId);
    const workflow = tool === undefined ? undefined : await this.deployments.find(tool.workflowId);
    if (workflow === undefined) throw notFound('MCP tool');
    return toolNameOf(workflow.name);
  }

  /** @throws DomainError invalid if the plan of the workspace does not allow so many more */
  async requireRoom(workspaceId: string, more: Room): Promise<void> {
    const found = await this.accounts.of(workspaceId);
    const plan = this.plans.of(found?.account.plan ?? null);
    const { servers, tools } = await this.servers.counts(workspaceId);
    const mostServers = Math.min(plan.mcpServers ?? mostServersOfWorkspace, mostServersOfWorkspace);
    if (servers + more.servers > mostServers)
      throw invalidField('workspaceId', `The ${plan.name} plan allows ${mostServers} MCP servers in a workspace`, 'out_of_range');
    if (plan.mcpTools !== null && tools + more.tools > plan.mcpTools)
      throw invalidField('workspaceId', `The ${plan.name} plan allows ${plan.mcpTools} MCP tools in a workspace`, 'out_of_range');
  }

  /** A workflow and the servers that offer it are in one workspace, so that its room counts for both. */
  async #requireFewServers(field: string, workflowIds: readonly string[]): Promise<void> {
    if (await this.servers.someHasTools(workflowIds, mostServersOfWorkflow))
      throw invalidField(field, `A workflow may be a tool of at most ${mostServersOfWorkflow} MCP servers`, 'out_of_range');
  }

  async #workflow(caller: Caller, workspaceId: string, workflowId: string, path: readonly (string | number)[]): Promise<FoundWorkflow> {
    const workflow = await this.deployments.find(workflowId);
    // A workflow of another workspace gets the same answer as one that does not exist.
    if (workflow?.workspaceId !== workspaceId)
      throw invalidField([...path], `Workflow ${workflowId} not found in the workspace`, 'not_found');
    requireReach(caller, workspaceId, 'write', 'Workflow');
    return workflow;
  }
}
