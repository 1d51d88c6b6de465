/** A server that can be called with an operator's key. */
export interface Caller {
  call(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }>;
}

export type Block = Record<string, unknown>;

export function block(id: string, type: string, values: Block, data: Block = {}): Block {
  const subBlocks = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { id: key, type: 'short-input', value }]));
  return { id, type, name: id, position: { x: 0, y: 0 }, enabled: true, outputs: {}, subBlocks, data };
}

/** Puts blocks that follow each other into a container, whose id its name is. */
export function inside(container: Block, ...inner: readonly Block[]): readonly Block[] {
  return [container, ...inner.map((each) => ({ ...each, data: { ...(each['data'] as Block), parentId: container['id'] } }))];
}

/** Blocks one after the other; of a container its first block follows it, too. */
export function chain(name: string, blocks: readonly Block[]): unknown {
  const edges = blocks.slice(1).map((target, index) => edge(sourceOf(target, blocks.slice(0, index + 1)), target));
  return { version: '1.0', state: { blocks: Object.fromEntries(blocks.map((each) => [each['id'], each])), edges, metadata: { name } } };
}

/** The block before it in the same container, or else that container. */
function sourceOf(target: Block, before: readonly Block[]): Block | undefined {
  const container = parentOf(target);
  return before.findLast((each) => parentOf(each) === container) ?? before.find(({ id }) => id === container);
}

function edge(source: Block | undefined, target: Block): Block {
  const [from, to] = [String(source?.['id']), String(target['id'])];
  const sourceHandle =
    parentOf(target) === from ? `${String(source?.['type'])}-start-source` : (endHandles[String(source?.['type'])] ?? 'source');
  return { id: `${from}>${to}`, source: from, target: to, sourceHandle, targetHandle: 'target' };
}

const endHandles: Readonly<Record<string, string>> = { loop: 'loop-end-source', parallel: 'parallel-end-source' };

function parentOf({ data }: Block): unknown {
  return (data as Block)['parentId'];
}

const start = block('start', 'start_trigger', { inputFormat: [{ id: 'f', name: 'n', type: 'number' }] });
const respond = block('done', 'response', { dataMode: 'json', data: '{"n": <start.n>}' });

export const noOp = chain('No-op', [start, respond]);
export const oneFunction = chain('One function', [start, block('work', 'function', { code: 'return <start.n> + 1' }), respond]);
export const tenFunctions = functionsInARow('Ten functions', 10);
export const fortyFunctions = functionsInARow('Forty functions', 40);

function functionsInARow(name: string, count: number): unknown {
  const codeOf = (n: number): string => (n === 0 ? 'return <start.n> + 1' : `return <f${n - 1}.result> + 1`);
  return chain(name, [start, ...Array.from({ length: count }, (_, n) => block(`f${n}`, 'function', { code: codeOf(n) })), respond]);
}

/** Asks a person. */
export const asking = chain('Asking', [start, block('ask', 'human_in_the_loop', {}), respond]);

/** Two functions that hand on what they get. */
export const handingOn = chain('Handing on', [
  block('start', 'start_trigger', { inputFormat: [{ id: 'f', name: 'rows', type: 'array' }] }),
  block('give', 'function', { code: 'return <start.rows>' }),
  block('pass', 'function', { code: 'return <give.result>' }),
  block('done', 'response', { dataMode: 'json', data: '{"rows": <pass.result>}' }),
]);

/** A hundred functions, each of which a reader may watch. */
export const hundredFunctions = chain('A hundred functions', [
  start,
  ...Array.from({ length: 100 }, (_, n) => block(`f${n}`, 'function', { code: `return ${n}` })),
]);

const assign = block('each', 'variables', { variables: [{ variableName: 'n', type: 'number', value: '<loop.index>' }] });
const compute = block('each', 'function', { code: 'return <loop.index> + 1' });
const answer = block('done', 'response', { dataMode: 'json', data: '{}' });

export function loop(id: string, count: number): Block {
  return block(id, 'loop', {}, { loopType: 'for', count });
}

export function loopOf(count: number, inner: 'variables' | 'function'): unknown {
  return chain(`Loop of ${count}`, [start, ...inside(loop('rounds', count), inner === 'function' ? compute : assign), answer]);
}

export function nestedLoops(count: number): unknown {
  return chain('Nested loops', [
    start,
    ...inside(loop('outer', count), loop('inner', count)),
    ...inside(loop('inner', count), assign).slice(1),
    answer,
  ]);
}

export function parallelOf(count: number): unknown {
  const work = block('each', 'function', { code: 'return <parallel.index> + 1' });
  return chain(`Parallel of ${count}`, [
    start,
    ...inside(block('all', 'parallel', {}, { parallelType: 'count', count, batchSize: 20 }), work),
    answer,
  ]);
}

export function callsOf(count: number, workflowId: string): unknown {
  const call = block('each', 'workflow', { workflowId, inputMapping: '{"n": <loop.index>}' });
  return chain(`Calls of ${count}`, [start, ...inside(loop('rounds', count), call), answer]);
}

/** Uses a secret, an external system, the sandbox and a table, and the external system again. */
export function crossing(outside: string, tableId: string): unknown {
  const call = (id: string): Block => {
    const headers = [{ id: 'h', cells: { Key: 'X-Token', Value: '{{TRAFFIC_TOKEN}}' } }];
    return block(id, 'api', { url: `${outside}/${id}`, method: 'POST', headers, body: '{"n": <start.n>}' });
  };
  const row = block('row', 'table', { tableId, operation: 'insert_row', data: '{"n": <start.n>}' });
  return chain('Crossing', [
    start,
    call('first'),
    block('work', 'function', { code: 'return <start.n> + 1' }),
    row,
    call('second'),
    respond,
  ]);
}

/** Asks a person, and tells an external system the answer. */
export function askingAndCalling(outside: string): unknown {
  const form = [{ id: 'f', name: 'n', type: 'number', required: true }];
  const call = block('call', 'api', { url: `${outside}/answer`, method: 'POST', body: '{"n": <ask.n>}' });
  return chain('Asking and calling', [start, block('ask', 'human_in_the_loop', { inputFormat: form }), call, respond]);
}

/** @returns the id of the deployed workflow */
export async function deploy(server: Caller, document: unknown): Promise<string> {
  const { body: workspaces } = (await server.call('GET', '/api/v1/workspaces')) as { body: { data: { id: string }[] } };
  const imported = await server.call('POST', '/api/v1/workflows/import', { workspaceId: workspaces.data[0]?.id, workflow: document });
  if (imported.status !== 201) throw new Error(`The import failed: ${JSON.stringify(imported.body)}`);
  const { id } = (imported.body as { data: { id: string } }).data;
  const deployed = await server.call('POST', `/api/v1/workflows/${id}/deploy`);
  if (deployed.status !== 200) throw new Error(`The deployment failed: ${JSON.stringify(deployed.body)}`);
  return id;
}
