import { DomainError, InfrastructureFault } from '#kernel/errors.js';
import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import { Mcp } from '#blocks/ports/mcp.js';
import type { AgentTool } from '#engine/agents/agent-request.js';
import type { ReadyNode } from '#engine/schedule/scheduler.js';
import { inputsFor } from '#engine/schedule/resolver.js';
import { identityOf, type BlockSurroundings } from '../block-world.js';

type McpTarget = Extract<AgentTool['runs'], { kind: 'mcp' }>;

interface ToolCalling {
  readonly node: ReadyNode;
  readonly tool: AgentTool;
  readonly runs: McpTarget;
  readonly args: JsonObject;
  readonly key: string;
  readonly signal: AbortSignal;
}

/** What the model receives of a call. */
interface Told {
  readonly kind: 'told';
  readonly outcome: 'answered' | 'failed';
  readonly value: Json;
  readonly input: Json;
}

/**
 * Calls a tool of an MCP server for an agent. A refusal or a failure of the server is for the model.
 * @throws BlockFailure if the author names a secret that is not set
 */
export async function callMcp(run: BlockSurroundings, { node, tool, runs, args, key, signal }: ToolCalling): Promise<Told> {
  const { given, params = {} } = runs;
  const inputs = inputsFor(node, run.secrets);
  const sent = { ...args, ...given, ...(inputs.value(params) as JsonObject) };
  inputs.requireSecrets();
  const input = { ...args, ...given, ...(inputs.shown.value(params) as JsonObject) };
  const call = { server: runs.server, tool: runs.tool, arguments: sent, digest: tool.digest, key, signal };
  try {
    const { content, isError } = await run.world.capabilities.of(Mcp, identityOf(run)).call(call);
    return { kind: 'told', outcome: isError ? 'failed' : 'answered', value: shownToModel(content), input };
  } catch (error) {
    if (!(error instanceof DomainError) || error instanceof InfrastructureFault) throw error;
    return { kind: 'told', outcome: 'failed', value: error.message, input };
  }
}

/** A result without its envelope: the structured content, or the text if there is nothing but text. */
function shownToModel(result: Json): Json {
  if (!isJsonObject(result)) return result;
  const { structuredContent, content } = result;
  if (structuredContent !== undefined) return structuredContent;
  if (!Array.isArray(content)) return result;
  const texts = (content as readonly Json[]).map((part) => (isJsonObject(part) && part['type'] === 'text' ? part['text'] : undefined));
  return texts.length > 0 && texts.every((text) => typeof text === 'string') ? texts.join('\n') : (content as Json);
}
