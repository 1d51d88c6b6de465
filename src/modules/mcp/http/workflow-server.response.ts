import type { JsonObject } from '#kernel/json.js';
import type { ServerView, ToolView } from '../queries/server-views.js';

/** An MCP server that a workspace offers. */
export interface WorkflowServerResponse {
  /** Id of the server. */
  readonly id: string;
  /** Id of the workspace. */
  readonly workspaceId: string;
  /** Name of the server. */
  readonly name: string;
  /** What the server is for; null without a description. */
  readonly description: string | null;
  /** Whether it takes calls without a key. */
  readonly isPublic: boolean;
  /** The address for MCP clients. */
  readonly url: string;
  /** How many tools it has, those of workflows that are not deployed included. */
  readonly toolCount: number;
  /** The names of its tools. */
  readonly toolNames: readonly string[];
  /** Id of the user who created the server. */
  readonly createdBy: string;
  /** When the server was created. */
  readonly createdAt: string;
  /** When the server was last changed. */
  readonly updatedAt: string;
}

/** A tool of an MCP server. */
export interface WorkflowToolResponse {
  /** Id of the tool. */
  readonly id: string;
  /** Id of the server. */
  readonly serverId: string;
  /** Id of the workflow that the tool runs. */
  readonly workflowId: string;
  /** Name of the workflow. */
  readonly workflowName: string;
  /** Name of the tool. */
  readonly toolName: string;
  /** What the tool does; null: the description of the workflow. */
  readonly toolDescription: string | null;
  /** Descriptions of parameters in place of those of the workflow. */
  readonly parameterDescriptionOverrides: Readonly<Record<string, string>>;
  /** The JSON Schema of the arguments, from the input format of the active version; null while the tool is not offered. */
  readonly parameterSchema: JsonObject | null;
  /** Whether clients see the tool: a version of the workflow is deployed and begins with a start block. */
  readonly isAvailable: boolean;
  /** When the tool was added. */
  readonly createdAt: string;
  /** When the tool was last changed. */
  readonly updatedAt: string;
}

/** The MCP servers of a workspace. */
export interface WorkflowServers {
  /** The servers, the oldest first. */
  readonly servers: readonly WorkflowServerResponse[];
}

/** An MCP server after a change. */
export interface ChangedServer {
  /** The server as it is now. */
  readonly server: WorkflowServerResponse;
}

/** The tools of an MCP server. */
export interface WorkflowTools {
  /** The tools by name. */
  readonly tools: readonly WorkflowToolResponse[];
}

/** A tool after a change. */
export interface ChangedTool {
  /** The tool as it is now. */
  readonly tool: WorkflowToolResponse;
}

/** An MCP server and its tools. */
export interface ServerWithTools extends ChangedServer, WorkflowTools {}

/** Confirms a deletion. */
export interface Gone {
  /** A message for people. */
  readonly message: string;
}

/** An MCP server in the list for clients. */
export interface DiscoveredServerResponse {
  /** Id of the server. */
  readonly id: string;
  /** Name of the server. */
  readonly name: string;
  /** What the server is for; null without a description. */
  readonly description: string | null;
  /** The workspace of the server. */
  readonly workspace: {
    /** Id of the workspace. */
    readonly id: string;
    /** Name of the workspace. */
    readonly name: string;
  };
  /** How many tools it offers at the moment. */
  readonly toolCount: number;
  /** When the server was created. */
  readonly createdAt: string;
  /** The address for MCP clients. */
  readonly url: string;
}

/** The MCP servers that a key reaches. */
export interface DiscoverResponse {
  /** Always true. */
  readonly success: true;
  /** The servers, the oldest first; at most 1000. */
  readonly servers: readonly DiscoveredServerResponse[];
  /** How clients prove who they are. */
  readonly authentication: {
    /** The name of the method. */
    readonly method: 'API Key';
    /** The header for the key. */
    readonly header: 'X-API-Key';
  };
}

/** The address of an MCP server. */
export function addressOf(id: string, baseUrl: string): string {
  return `${baseUrl}/api/mcp/serve/${id}`;
}

export function workflowServerResponse(view: ServerView, baseUrl: string): WorkflowServerResponse {
  const { id, workspaceId, name, description, isPublic, tools, createdBy, createdAt, updatedAt } = view;
  const toolNames = tools.map((tool) => tool.name);
  const url = addressOf(id, baseUrl);
  return { id, workspaceId, name, description, isPublic, url, toolCount: tools.length, toolNames, createdBy, createdAt, updatedAt };
}

export function workflowToolResponse(view: ToolView): WorkflowToolResponse {
  const { id, serverId, workflowId, workflowName, name, description, parameterDescriptions, schema, createdAt, updatedAt } = view;
  return {
    id,
    serverId,
    workflowId,
    workflowName,
    toolName: name,
    toolDescription: description,
    parameterDescriptionOverrides: parameterDescriptions,
    parameterSchema: schema,
    isAvailable: schema !== null,
    createdAt,
    updatedAt,
  };
}
