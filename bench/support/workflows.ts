import type { Subject } from './bed.js';

function block(id: string, type: string, values: Record<string, unknown>): Record<string, unknown> {
  const subBlocks = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { id: key, type: 'short-input', value }]));
  return { id, type, name: id, position: { x: 0, y: 0 }, enabled: true, outputs: {}, subBlocks };
}

/** Blocks one after the other. */
function chain(name: string, blocks: readonly Record<string, unknown>[]): unknown {
  const edges = blocks.slice(1).map((target, index) => ({
    id: `e${index}`,
    source: blocks[index]?.id,
    target: target.id,
    sourceHandle: 'source',
    targetHandle: 'target',
  }));
  return { version: '1.0', state: { blocks: Object.fromEntries(blocks.map((each) => [each.id, each])), edges, metadata: { name } } };
}

const start = block('start', 'start_trigger', { inputFormat: [{ id: 'f', name: 'n', type: 'number' }] });
const respond = block('done', 'response', { dataMode: 'json', data: '{"n": <start.n>}' });

export const noOp = chain('No-op', [start, respond]);
export const oneFunction = chain('One function', [start, block('work', 'function', { code: 'return <start.n> + 1' }), respond]);
export const fortyFunctions = chain('Forty functions', [
  start,
  ...Array.from({ length: 40 }, (_, n) =>
    block(`f${n}`, 'function', { code: n === 0 ? 'return <start.n> + 1' : `return <f${n - 1}.result> + 1` }),
  ),
  respond,
]);

/** @returns the id of the deployed workflow */
export async function deploy(server: Subject, document: unknown): Promise<string> {
  const { body: workspaces } = (await server.call('GET', '/api/v1/workspaces')) as { body: { data: { id: string }[] } };
  const imported = await server.call('POST', '/api/v1/workflows/import', { workspaceId: workspaces.data[0]?.id, workflow: document });
  if (imported.status !== 201) throw new Error(`The import failed: ${JSON.stringify(imported.body)}`);
  const { id } = (imported.body as { data: { id: string } }).data;
  const deployed = await server.call('POST', `/api/v1/workflows/${id}/deploy`);
  if (deployed.status !== 200) throw new Error(`The deployment failed: ${JSON.stringify(deployed.body)}`);
  return id;
}
