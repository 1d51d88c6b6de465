import type { Decider } from '#kernel/decider.js';
import { assertNever, conflict, invalidField, notFound } from '#kernel/errors.js';
import {
  McpServerChanged,
  McpServerCreated,
  McpServerDeleted,
  McpToolAdded,
  McpToolChanged,
  McpToolRemoved,
  type McpServerEvent,
  type McpServerSettings,
  type McpToolSettings,
} from './mcp-server.events.js';
import { freeToolName } from './tool-name.js';

/** Tools of one server. */
export const mostToolsOfServer = 100;

/** A tool to add. Without a chosen name, a number makes the name unique. */
export interface NewTool extends Readonly<McpToolSettings> {
  readonly toolId: string;
  readonly workflowId: string;
  readonly isNameChosen: boolean;
}

export type McpServerCommand =
  | {
      readonly type: 'create';
      readonly workspaceId: string;
      readonly createdBy: string;
      readonly settings: McpServerSettings;
      readonly at: string;
    }
  | { readonly type: 'change'; readonly changes: Partial<McpServerSettings>; readonly at: string }
  | { readonly type: 'delete'; readonly at: string }
  | { readonly type: 'add-tool'; readonly tool: NewTool; readonly at: string }
  | {
      readonly type: 'change-tool';
      readonly toolId: string;
      readonly changes: Partial<McpToolSettings>;
      /** False for a name that is made of that of the workflow: a number makes it unique. */
      readonly isNameChosen?: boolean;
      readonly at: string;
    }
  | { readonly type: 'remove-tool'; readonly toolId: string; readonly at: string }
  /** Removes the tools of deleted workflows, so that others can have their names. */
  | { readonly type: 'remove-workflows'; readonly workflowIds: readonly string[]; readonly at: string };

type Tool = McpToolSettings & { workflowId: string };

export type McpServerState =
  | { readonly status: 'none' | 'deleted' }
  | { readonly status: 'active'; readonly settings: McpServerSettings; readonly tools: ReadonlyMap<string, Tool> };

type Active = Extract<McpServerState, { readonly status: 'active' }>;

export const mcpServer: Decider<McpServerState, McpServerCommand, McpServerEvent> = {
  initial: { status: 'none' },

  decide(command, state) {
    const { at } = command;
    if (command.type === 'create') {
      const { workspaceId, createdBy, settings } = command;
      return [McpServerCreated({ workspaceId, createdBy, ...settings, at })];
    }
    if (state.status !== 'active') throw notFound('MCP server');
    switch (command.type) {
      case 'change': {
        const changes = changed(command.changes, state.settings);
        return changes === undefined ? [] : [McpServerChanged({ ...changes, at })];
      }
      case 'delete':
        return [McpServerDeleted({ toolIds: [...state.tools.keys()], at })];
      case 'add-tool':
        return [addTool(command.tool, state, at)];
      case 'change-tool': {
        const { toolId, isNameChosen = true } = command;
        const { name: asked, ...others } = command.changes;
        const tool = toolOf(state, toolId);
        const name = asked === undefined ? undefined : nameBeside(asked, isNameChosen, namesOf(state, toolId));
        const changes = changed({ ...others, ...(name === undefined ? {} : { name }) }, tool);
        return changes === undefined ? [] : [McpToolChanged({ toolId, ...changes, at })];
      }
      case 'remove-tool':
        toolOf(state, command.toolId);
        return [McpToolRemoved({ toolId: command.toolId, at })];
      case 'remove-workflows':
        return [...state.tools].flatMap(([toolId, { workflowId }]) =>
          command.workflowIds.includes(workflowId) ? [McpToolRemoved({ toolId, at })] : [],
        );
      default:
        return assertNever(command);
    }
  },

  evolve(state, event) {
    if (event.type === 'mcp-server.created') {
      const { name, description, isPublic } = event.payload;
      return { status: 'active', settings: { name, description, isPublic }, tools: new Map() };
    }
    if (state.status !== 'active') throw new Error(`${event.type} in a server that does not exist`);
    switch (event.type) {
      case 'mcp-server.changed': {
        const { at: _, ...changes } = event.payload;
        return { ...state, settings: { ...state.settings, ...changes } };
      }
      case 'mcp-server.deleted':
        return { status: 'deleted' };
      case 'mcp-tool.added': {
        const { toolId, at: _, ...tool } = event.payload;
        return { ...state, tools: new Map([...state.tools, [toolId, tool]]) };
      }
      case 'mcp-tool.changed': {
        const { toolId, at: _, ...changes } = event.payload;
        return { ...state, tools: new Map([...state.tools, [toolId, { ...toolOf(state, toolId), ...changes }]]) };
      }
      case 'mcp-tool.removed':
        return { ...state, tools: new Map([...state.tools].filter(([toolId]) => toolId !== event.payload.toolId)) };
      default:
        return assertNever(event);
    }
  },
};

function addTool({ isNameChosen, ...tool }: NewTool, state: Active, at: string): ReturnType<typeof McpToolAdded> {
  const tools = [...state.tools.values()];
  if (tools.some(({ workflowId }) => workflowId === tool.workflowId))
    throw conflict('CONFLICT', 'The workflow is a tool of this MCP server already');
  if (tools.length >= mostToolsOfServer)
    throw invalidField('workflowId', `An MCP server may have at most ${mostToolsOfServer} tools`, 'out_of_range');
  return McpToolAdded({ ...tool, name: nameBeside(tool.name, isNameChosen, namesOf(state)), at });
}

function namesOf({ tools }: Active, except?: string): ReadonlySet<string> {
  return new Set([...tools].flatMap(([toolId, { name }]) => (toolId === except ? [] : [name])));
}

/** The name that a tool gets beside those of others. @throws DomainError conflict for a chosen name that another tool has */
function nameBeside(name: string, isChosen: boolean, taken: ReadonlySet<string>): string {
  if (!isChosen) return freeToolName(name, taken);
  if (taken.has(name)) throw conflict('DUPLICATE_NAME', `This MCP server has a tool of the name ${name} already`);
  return name;
}

function toolOf({ tools }: Active, toolId: string): Tool {
  const tool = tools.get(toolId);
  if (tool === undefined) throw notFound('MCP tool');
  return tool;
}

/** The changes without what stays as it is; undefined if nothing changes. */
function changed<Settings extends object>(changes: Partial<Settings>, settings: Settings): Partial<Settings> | undefined {
  const differing = Object.entries(changes).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(settings[name as keyof Settings]),
  );
  return differing.length === 0 ? undefined : (Object.fromEntries(differing) as Partial<Settings>);
}
