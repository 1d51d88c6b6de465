import { ancestors, isTrigger } from '../block-roles.js';
import { endHandle } from '../handles.js';
import { findBlock, type Block, type WorkflowDocument } from '../document.js';

/**
 * The blocks in the order in which a reader follows the workflow: each one after the blocks that lead to it, inner blocks after their
 * container and before what follows it. Blocks that nothing leads to come first, triggers before others, then by name. Blocks on a cycle
 * come last.
 */
export function inReadingOrder(document: WorkflowDocument): readonly Block[] {
  const { blocks } = document;
  const byName = Object.values(blocks).toSorted(compareBlocks);
  const pairs = predecessors(document, byName).filter(([before]) => Object.hasOwn(blocks, before));
  const next = Map.groupBy(pairs, ([before]) => before);
  const waiting = new Map([...Map.groupBy(pairs, ([, after]) => after)].map(([id, before]) => [id, before.length]));
  const order = byName.filter(({ id }) => !waiting.has(id));
  for (const { id } of order) {
    for (const [, after] of next.get(id) ?? []) {
      const left = (waiting.get(after) ?? 0) - 1;
      waiting.set(after, left);
      const block = findBlock(blocks, after);
      if (left === 0 && block !== undefined) order.push(block);
    }
  }
  const placed = new Set(order);
  return [...order, ...byName.filter((block) => !placed.has(block))];
}

/** Pairs of ids: the first block is read before the second. */
function predecessors({ blocks, edges }: WorkflowDocument, all: readonly Block[]): readonly (readonly [string, string])[] {
  const ends = Map.groupBy(edges, ({ source, sourceHandle }) => `${source} ${sourceHandle}`);
  const outside = all.flatMap((block) =>
    ancestors(blocks, block).flatMap((container) =>
      (ends.get(`${container.id} ${endHandle(container)}`) ?? []).map(({ target }) => [block.id, target] as const),
    ),
  );
  const inside = all.flatMap((block) => ancestors(blocks, block).map(({ id }) => [id, block.id] as const));
  return [...inside, ...edges.map(({ source, target }) => [source, target] as const), ...outside];
}

function compareBlocks(one: Block, other: Block): number {
  return Number(isTrigger(other)) - Number(isTrigger(one)) || compare(one.name, other.name) || compare(one.id, other.id);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
