import type { AgentTool, ToolTarget } from './agent-request.js';

/** What a tool runs, as far as a policy asks. */
type NamedTarget =
  | Pick<Extract<ToolTarget, { kind: 'block' }>, 'kind' | 'type'>
  | (Pick<Extract<ToolTarget, { kind: 'mcp' }>, 'kind' | 'server' | 'tool'> & { readonly serverName?: string })
  | { readonly kind: 'skill' };

const resource = /_[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * The names by which a policy knows a tool: its name for the model, with and without the id of its table, knowledge base or workflow, the type of
 * its block, and `<server>/<tool>` for a tool of an MCP server, by the id and the name of the server. An author chooses only the title, which none of the last ones contains.
 */
export function namesOfTool({ name, id = name, runs }: Pick<AgentTool, 'name' | 'id'> & { readonly runs: NamedTarget }): readonly string[] {
  const own = [name, id, id.replace(resource, '')];
  if (runs.kind === 'mcp') {
    const { server, serverName = server, tool } = runs;
    return [...own, ...new Set([`${server}/${tool}`, `${serverName}/${tool}`]), runs.kind];
  }
  return [...own, runs.kind === 'block' ? runs.type : runs.kind];
}
