import { parentOf } from '../../../../src/document/block-roles.js';
import type { Block, WorkflowDocument } from '../../../../src/document/document.js';
import type { DraftOperation } from '../../../../src/modules/workflows/domain/edits/operation.js';
import { flowOrder } from '../outline/flow-order.js';
import type { Command } from './command.js';

/** Blocks with everything that is inside of them, what is inside after its container. */
export function withContents({ blocks }: WorkflowDocument, ids: Iterable<string>): readonly Block[] {
  const children = Map.groupBy(Object.values(blocks), parentOf);
  const found = new Map<string, Block>();
  const add = (block: Block): void => {
    if (found.has(block.id)) return;
    found.set(block.id, block);
    for (const child of children.get(block.id) ?? []) add(child);
  };
  for (const id of ids) if (Object.hasOwn(blocks, id)) add(blocks[id] as Block);
  return [...found.values()];
}

/** Removes blocks with their contents, all edges that touch them, and other edges. */
export function removeParts(document: WorkflowDocument, blockIds: Iterable<string>, edgeIds: Iterable<string> = []): Command {
  const blocks = withContents(document, blockIds);
  const gone = new Set(blocks.map(({ id }) => id));
  const chosen = new Set(edgeIds);
  const edges = document.edges.filter(({ id, source, target }) => chosen.has(id) || gone.has(source) || gone.has(target));
  const operations: readonly DraftOperation[] = [
    ...edges.map(({ id }) => ({ op: 'remove-edge', id }) as const),
    ...blocks.toReversed().map(({ id }) => ({ op: 'remove-block', id }) as const),
  ];
  const [only] = blocks;
  const what = only === undefined ? (edges.length === 1 ? 'a connection' : `${edges.length} connections`) : only.name;
  return { label: `Remove ${blocks.length > 1 ? `${blocks.length} blocks` : what}`, operations, select: [] };
}

/** Of the blocks in sight the one before the first of others in the order of flow, or the first one that is not one of them. */
export function blockBeside(document: WorkflowDocument, ids: Iterable<string>, inSight: ReadonlySet<string>): string | undefined {
  const others = new Set(withContents(document, ids).map(({ id }) => id));
  const order = flowOrder(document).map(({ block }) => block.id);
  const before = order.slice(
    0,
    Math.max(
      0,
      order.findIndex((id) => others.has(id)),
    ),
  );
  const isBeside = (id: string): boolean => inSight.has(id) && !others.has(id);
  return before.findLast(isBeside) ?? order.find(isBeside);
}
