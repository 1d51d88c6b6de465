import { McpClient, type McpOffer } from '#modules/mcp/client/connection/mcp-client.js';
import type { JsonObject } from '#kernel/json.js';
import { PolicedHttp } from '#world/outbound/policed-http.js';

/**
 * The client that the conformance suite judges: it lists the tools of the server in its last argument, and calls those that the suite names, or all.
 * Failures of single calls are results; the suite judges what was sent.
 */
interface Context {
  readonly toolCalls?: readonly { readonly name: string; readonly arguments: JsonObject }[];
}

const { MCP_CONFORMANCE_CONTEXT: context = '{}' } = process.env;
const endpoint = { name: 'conformance', url: process.argv.at(-1) ?? '', tenant: '', headers: {}, timeoutMs: 20_000 };
const client = new McpClient(new PolicedHttp({ allow: ['127.0.0.1/32', '::1/128'] }));
const { tools } = await client.offer(endpoint);
const { toolCalls = tools.map(({ name }) => ({ name, arguments: sample(name, tools) })) } = JSON.parse(context) as Context;

for (const { name, arguments: given } of toolCalls) {
  const tool = tools.find((each) => each.name === name);
  if (tool === undefined) continue;
  const call = client.call(endpoint, { tool, arguments: given, key: name, via: [], signal: AbortSignal.timeout(20_000) });
  await call.then(
    ({ content }) => process.stdout.write(`${name}: ${JSON.stringify(content)}\n`),
    (error: unknown) => process.stderr.write(`${name}: ${String(error)}\n`),
  );
}
process.exit(0);

/** Arguments that fit the schema of the tool. */
function sample(name: string, offered: McpOffer['tools']): JsonObject {
  const { properties = {} } = offered.find((each) => each.name === name)?.inputSchema ?? {};
  // The suite compares the schema that the client has received with the one that it sent.
  if ('schema' in properties) return { schema: (offered.find((each) => each.name !== name)?.inputSchema ?? {}) as JsonObject };
  return Object.fromEntries(Object.entries(properties).map(([key, schema]) => [key, valueOf(schema as { readonly type?: string })]));
}

function valueOf({ type }: { readonly type?: string }): number | string | boolean {
  if (type === 'number' || type === 'integer') return 3;
  return type === 'boolean' ? true : 'x';
}
