import { isDeepStrictEqual } from 'node:util';
import { DomainError } from '#kernel/errors.js';
import type { JsonObject } from '#kernel/json.js';
import { isFilled } from '../../fields/blank.js';
import { plainText } from '#engine/values/json-text.js';
import type { BlockInputs } from '#engine/values/block-inputs.js';
import type { McpServers, McpTool } from '../../ports/mcp.js';
import { schemaCheck } from '../answers/schema-check.js';
import { toolDigest, wireName, withoutFilled, type MadeTool, type MissingTool } from './made-tool.js';
import type { StoredTool } from './stored-tools.js';

/** What an editor stores about the server. The rest are values that the author filled in. */
const aboutServer: ReadonlySet<string> = new Set(['serverId', 'serverUrl', 'serverName', 'toolName']);

/** Makes a tool of an MCP server, as the server describes it now. People are asked about one that has changed since it was chosen. */
export async function mcpTool(stored: StoredTool, servers: McpServers, inputs: BlockInputs): Promise<MadeTool | MissingTool> {
  const { params, toolId, schema } = stored;
  const [server, name] = [plainText(params['serverId']).trim(), plainText(params['toolName']).trim()];
  const tools = await listed(server, servers);
  if (tools instanceof DomainError) return { stored, reason: `cannot be listed by its MCP server: ${tools.message}` };
  const tool = tools.find((each) => each.name === name);
  if (tool === undefined) return { stored, reason: 'is not offered by its MCP server any more' };
  const { fault } = schemaCheck(tool.parameters);
  if (fault !== undefined) return { stored, reason: `has parameters whose schema at ${fault.path} ${fault.what}` };
  const given = Object.fromEntries(Object.entries(params).filter(([key, value]) => !aboutServer.has(key) && isFilled(value)));
  return {
    stored: hasChanged(schema, tool) ? { ...stored, approval: 'always' } : stored,
    name: wireName(toolId === '' ? `mcp_${server}_${name}` : toolId),
    description: tool.description,
    parameters: withoutFilled(tool.parameters, given),
    digest: toolDigest(tool),
    runs: { kind: 'mcp', server, tool: name, given: inputs.value(given) as JsonObject },
    writes: true,
  };
}

async function listed(server: string, servers: McpServers): Promise<readonly McpTool[] | DomainError> {
  try {
    return await servers.list(server);
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

/** Whether the server describes the tool in another way than when the author chose it. */
function hasChanged(schema: JsonObject | undefined, { description, parameters }: McpTool): boolean {
  return schema !== undefined && !isDeepStrictEqual(schema, { ...parameters, description });
}
