import { parentOf } from '../../../../src/document/block-roles.js';
import type { WorkflowDocument } from '../../../../src/document/document.js';
import type { PlacedBlock } from '../../canvas/picture.js';
import { startWorker } from '../../shell/start-worker.js';
import type { Command } from '../commands/command.js';
import type { LayoutRequest } from './lay-out.js';
import type { LayoutPlace } from './layered.js';
// oxlint-disable-next-line import/default -- the build makes it: the address of the script
import address from './layout-worker.ts?worker&url';

/** Computes places in a worker. Undefined when all blocks are there already. @throws Error when the worker cannot start */
export async function layOutInWorker(
  document: WorkflowDocument,
  placed: readonly PlacedBlock[],
  selected: ReadonlySet<string>,
): Promise<Command | undefined> {
  const request: LayoutRequest = {
    items: placed.map(({ block, width, height, isFrame, local }) => {
      const parentId = parentOf(block);
      return { id: block.id, ...(parentId !== undefined && { parentId }), width, height, isFrame, x: local.x, y: local.y };
    }),
    edges: document.edges.map(({ source, target }) => ({ source, target })),
    ...(selected.size > 1 && { only: [...selected] }),
  };
  const operations = (await answered(request))
    .filter(({ id, x, y }) => document.blocks[id]?.position.x !== x || document.blocks[id].position.y !== y)
    .map(({ id, x, y }) => ({ op: 'move', id, x, y }) as const);
  const label = selected.size > 1 ? `Lay out ${selected.size} blocks` : 'Lay out the workflow';
  return operations.length === 0 ? undefined : { label, operations };
}

function answered(request: LayoutRequest): Promise<readonly LayoutPlace[]> {
  const worker = startWorker(address);
  const { promise, resolve, reject } = Promise.withResolvers<readonly LayoutPlace[]>();
  worker.addEventListener('message', ({ data }: MessageEvent<readonly LayoutPlace[]>) => resolve(data));
  worker.addEventListener('error', ({ message }) => reject(new Error(`The layout could not be computed: ${message}`)));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, and not a window
  worker.postMessage(request);
  return promise.finally(() => worker.terminate());
}
