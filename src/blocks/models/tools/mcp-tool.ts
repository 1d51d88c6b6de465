import { isDeepStrictEqual } from 'node:util';
import { DomainError, InfrastructureFault } from '#kernel/errors.js';
import type { JsonObject } from '#kernel/json.js';
import { isOpen } from '../../fields/blank.js';
import { plainText } from '#engine/values/json-text.js';
import type { DeployedVersion, McpServers, McpTool, WantedTool } from '../../ports/mcp.js';
import { schemaFault } from '../answers/schema-check.js';
import { filledIn, wireName, withoutFilled, type MadeTool, type MissingTool } from './made-tool.js';
import type { StoredTool } from './stored-tools.js';

/** What an editor stores about the server. The rest are values that the author filled in. */
const aboutServer: ReadonlySet<string> = new Set(['serverId', 'serverUrl', 'serverName', 'toolName']);

interface Making {
  readonly servers: McpServers;
  readonly usedBy: DeployedVersion;
}

/** Makes a tool of an MCP server, as the server describes it now. People are asked about one that has changed since it was chosen. */
export async function mcpTool(stored: StoredTool, { servers, usedBy }: Making): Promise<MadeTool | MissingTool> {
  const { params, toolId, schema } = stored;
  const tool = await found({ ...wantedTool(stored), usedBy }, servers);
  if (tool instanceof DomainError) return { stored, reason: `cannot be used: ${tool.message}` };
  const fault = schemaFault(tool.parameters);
  if (fault !== undefined) return { stored, reason: `has parameters whose schema at ${fault.path} ${fault.what}` };
  const given = Object.fromEntries(Object.entries(filledIn(params)).filter(([key]) => !aboutServer.has(key)));
  const { server, name, description, digest, isIdempotent } = tool;
  return {
    stored: hasChanged(schema, tool) ? { ...stored, approval: 'always' } : stored,
    name: wireName(toolId === '' ? `mcp_${server.name}_${name}` : toolId),
    description,
    parameters: withoutFilled(tool.parameters, given),
    digest,
    runs: {
      kind: 'mcp',
      server: server.id,
      serverName: server.name,
      tool: name,
      // Processes of earlier releases send these alone.
      given: Object.fromEntries(Object.entries(given).filter(([, value]) => !JSON.stringify(value).includes('{{'))),
      params: given,
      ...(isIdempotent ? { isIdempotent } : {}),
    },
    writes: true,
  };
}

/** How a stored tool names its server and itself. Documents of servers that have other ids name the address as well. */
export function wantedTool({ params, toolId }: Pick<StoredTool, 'params' | 'toolId'>): Omit<WantedTool, 'usedBy'> {
  const [server, name] = [plainText(params['serverId']).trim(), plainText(params['toolName']).trim()];
  const url = params['serverUrl'];
  const address = typeof url === 'string' && !isOpen(url) ? url.trim() : '';
  return { server, ...(address === '' ? {} : { url: address }), tool: name === '' ? toolId : name };
}

async function found(wanted: WantedTool, servers: McpServers): Promise<McpTool | DomainError> {
  try {
    return await servers.tool(wanted);
  } catch (error) {
    if (error instanceof DomainError && !(error instanceof InfrastructureFault)) return error;
    throw error;
  }
}

/** Whether the server describes the tool in another way than when the author chose it. */
function hasChanged(schema: JsonObject | undefined, { description, parameters }: McpTool): boolean {
  return schema !== undefined && !isDeepStrictEqual(schema, { ...parameters, description });
}
