import type { Json } from '#kernel/json.js';
import type { Edge } from '#document/document.js';
import type { BlockCompleted, BlockFailed } from '../../../src/engine/execution.events.js';
import { aBlock, aDocument, edges } from './documents.js';
import { runDocument, type RunOptions } from './run-document.js';

type Ended = Partial<ReturnType<typeof BlockCompleted>['payload'] & ReturnType<typeof BlockFailed>['payload']>;

/** Runs one block `b` behind a start named Start, and answers what its event says. */
export async function runBlock(
  type: string,
  fields: Readonly<Record<string, Json>>,
  options: RunOptions & { readonly links?: readonly Edge[] } = {},
): Promise<Ended> {
  const start = aBlock('s', 'start_trigger', {}, { name: 'Start' });
  const next = aBlock('n', 'response', {}, { name: 'Next One' });
  const document = aDocument([start, aBlock('b', type, fields), next], [...edges('s > b'), ...(options.links ?? [])]);
  const { events } = await runDocument(document, options);
  const ended = events.find(({ payload }) => 'node' in payload && payload.node === 'b' && 'output' in payload);
  return (ended?.payload ?? {}) as Ended;
}
