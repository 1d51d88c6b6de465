import { parentOf } from '../../../../src/document/block-roles.js';
import { findBlock, type Block, type WorkflowDocument } from '../../../../src/document/document.js';

/** A block in the outline. */
export interface OutlineRow {
  readonly block: Block;
  readonly depth: number;
  /** Its place among its siblings, from 1. */
  readonly place: number;
  readonly siblings: number;
  readonly isContainer: boolean;
  /** Names of what leads to it. */
  readonly after: readonly string[];
}

/** Blocks in the order of flow: what leads to a block is before it, what is in a container below it. */
export function flowOrder({ blocks, edges }: WorkflowDocument, folded: ReadonlySet<string> = new Set()): readonly OutlineRow[] {
  const children = Map.groupBy(Object.values(blocks), (block) => {
    const parent = parentOf(block);
    return parent !== undefined && findBlock(blocks, parent) !== undefined ? parent : undefined;
  });
  const sources = Map.groupBy(edges, ({ target }) => target);
  const seen = new Set<string>();
  const rows: OutlineRow[] = [];
  const level = (parent: string | undefined, depth: number): void => {
    const ordered = sorted(children.get(parent) ?? [], sources);
    for (const [index, block] of ordered.entries()) {
      if (seen.has(block.id)) continue;
      seen.add(block.id);
      const before = (sources.get(block.id) ?? []).filter(({ source }) => source !== parent);
      const after = [...new Set(before.flatMap(({ source }) => findBlock(blocks, source)?.name ?? []))];
      const isContainer = block.type === 'loop' || block.type === 'parallel';
      rows.push({ block, depth, place: index + 1, siblings: ordered.length, isContainer, after });
      if (isContainer && !folded.has(block.id)) level(block.id, depth + 1);
    }
  };
  level(undefined, 0);
  // Blocks whose containers contain each other are in none of the levels.
  const lost = Object.values(blocks).filter(({ id, data }) => !seen.has(id) && !isFolded(blocks, data['parentId'], folded));
  return [...rows, ...lost.map((block) => ({ block, depth: 0, place: 1, siblings: 1, isContainer: false, after: [] }))];
}

function isFolded(blocks: WorkflowDocument['blocks'], parentId: unknown, folded: ReadonlySet<string>): boolean {
  const passed = new Set<unknown>();
  for (let at = parentId; typeof at === 'string' && !passed.has(at);) {
    if (folded.has(at)) return true;
    passed.add(at);
    at = findBlock(blocks, at)?.data['parentId'];
  }
  return false;
}

/** Along the edges; blocks without one between them by their place on the canvas. */
function sorted(blocks: readonly Block[], sources: ReadonlyMap<string, readonly { readonly source: string }[]>): readonly Block[] {
  const known = new Map(blocks.map((block) => [block.id, block]));
  const isLast = ({ type }: Block): number => (type === 'note' ? 1 : 0);
  const byPlace = blocks.toSorted(
    (one, other) => isLast(one) - isLast(other) || one.position.x - other.position.x || one.position.y - other.position.y,
  );
  const result: Block[] = [];
  const state = new Map<string, 'open' | 'done'>();
  const visit = (start: Block): void => {
    const stack = [start];
    for (let block = stack.at(-1); block !== undefined; block = stack.at(-1)) {
      const { id } = block;
      const before = state.has(id)
        ? []
        : (sources.get(id) ?? []).flatMap(({ source }) => (state.has(source) ? [] : (known.get(source) ?? [])));
      if (before.length > 0) {
        state.set(id, 'open');
        stack.push(...before);
        continue;
      }
      stack.pop();
      if (state.get(id) === 'done') continue;
      state.set(id, 'done');
      result.push(block);
    }
  };
  for (const block of byPlace) if (!state.has(block.id)) visit(block);
  return result;
}
