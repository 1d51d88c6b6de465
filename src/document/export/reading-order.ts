import { isTrigger, parentOf } from '../block-roles.js';
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
  const pairs = predecessors(document, byName);
  const next = Map.groupBy(pairs, ([before]) => before);
  const waiting = new Map([...Map.groupBy(pairs, ([, after]) => after)].map(([place, before]) => [place, before.length]));
  const order = byName.filter(({ id }) => !waiting.has(id));
  const reached = (place: string): void => {
    for (const [, after] of next.get(place) ?? []) {
      const left = (waiting.get(after) ?? 0) - 1;
      waiting.set(after, left);
      const block = findBlock(blocks, after);
      if (left > 0) continue;
      if (block !== undefined) order.push(block);
      else reached(after);
    }
  };
  for (const { id } of order) reached(id);
  const placed = new Set(order);
  return [...order, ...byName.filter((block) => !placed.has(block))];
}

/**
 * Pairs of places: the first one is read before the second. A place is a block or the end of a container, which its inner blocks lead to and which
 * leads to what follows the container.
 */
function predecessors({ blocks, edges }: WorkflowDocument, all: readonly Block[]): readonly (readonly [string, string])[] {
  const isBlock = (id: string): boolean => Object.hasOwn(blocks, id);
  const inner = all.flatMap((block) => {
    const parent = findBlock(blocks, parentOf(block) ?? '');
    return parent === undefined ? [] : [{ block, parent }];
  });
  const containers = new Map(inner.map(({ parent }) => [parent.id, parent]));
  const following = edges.flatMap(({ source, sourceHandle, target }) => {
    const container = containers.get(source);
    return container !== undefined && sourceHandle === endHandle(container) ? [[endOf(source), target] as const] : [];
  });
  return [
    ...inner.map(({ block, parent }) => [parent.id, block.id] as const),
    ...edges.filter(({ source }) => isBlock(source)).map(({ source, target }) => [source, target] as const),
    ...inner.map(({ block, parent }) => [containers.has(block.id) ? endOf(block.id) : block.id, endOf(parent.id)] as const),
    ...following,
  ].filter(([, after]) => isBlock(after) || isEnd(after));
}

const endMark = '\0end of ';
const endOf = (id: string): string => endMark + id;
const isEnd = (place: string): boolean => place.startsWith(endMark);

function compareBlocks(one: Block, other: Block): number {
  return Number(isTrigger(other)) - Number(isTrigger(one)) || compare(one.name, other.name) || compare(one.id, other.id);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
