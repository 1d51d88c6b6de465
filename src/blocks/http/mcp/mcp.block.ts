import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import { BlockFailure } from '#engine/block-failure.js';
import { withEffect } from '../../data/data-work.js';
import { defineBlock } from '../../define-block.js';
import { line } from '../../fields/kinds.js';
import { anything } from '../../fields/schema.js';
import { jsonObject } from '../../fields/strict.js';
import { Mcp } from '../../ports/mcp.js';

/** Calls one tool of an MCP server. */
export const mcpBlock = defineBlock({
  type: 'mcp',
  name: 'MCP tool',
  description: 'Calls a tool of an MCP server that the workspace uses.',
  category: 'work',
  fields: {
    server: line('The server that offers the tool: its name, its id or its address.', { 'x-names': 'MCP server' })
      .required('must name an MCP server')
      .needed(),
    tool: line('What is called, by the name that the server gives it.', { 'x-names': 'MCP tool' }).required('must name a tool').needed(),
    arguments: jsonObject('What the tool is given, by name: `{"city": "<start.city>"}`.'),
  },
  outputs: {
    content: anything('The whole result: `content`, a list of texts, images and the like, and `structuredContent` if there is one.'),
  },
  handles: ['source', 'error'],
  needs: [Mcp],
  run: async (values, context, shown) => {
    // Read first: a secret without a value is noticed when its field is read.
    const call = callOf(values);
    const servers = context.use(Mcp);
    const input = shown(call, callOf);
    const { output } = await withEffect(context, { kind: 'tool', target: `${input.server}/${input.tool}` }, input, async (key) => {
      const { digest, name, server } = await servers.tool({ server: call.server, tool: call.tool, usedBy: context.version });
      const { content, isError } = await servers.call({ ...call, server: server.id, tool: name, digest, key, signal: context.signal });
      return isError ? { content, error: `The tool ${name} of the MCP server ${server.name} failed: ${textOf(content)}` } : { content };
    });
    const { content = null, error } = output;
    if (typeof error === 'string') throw new BlockFailure(error, { output: { content }, input });
    return { output: { content }, input };
  },
});

function callOf(values: { readonly server: string; readonly tool: string; readonly arguments: JsonObject | undefined }): {
  readonly server: string;
  readonly tool: string;
  readonly arguments: JsonObject;
} {
  return { server: values.server, tool: values.tool, arguments: values.arguments ?? {} };
}

const mostTextLength = 500;

/** The texts of a result, for people. */
function textOf(result: Json): string {
  const content = isJsonObject(result) && Array.isArray(result['content']) ? (result['content'] as readonly Json[]) : [];
  const text = content.flatMap((part) => (isJsonObject(part) && typeof part['text'] === 'string' ? [part['text']] : [])).join(' ');
  if (text === '') return 'it gave no reason';
  if (text.length <= mostTextLength) return text;
  // Cut between words if there are any: a secret that the text repeats is masked later, and only as a whole.
  const cut = text.slice(0, mostTextLength);
  return `${/\s/.test(cut) ? cut.replace(/\S+$/, '') : cut}…`;
}
