import { parentOf } from '#document/block-roles.js';
import { findBlock, type Block, type WorkflowDocument } from '#document/document.js';

/** The part of a document that leads to a block: the block, what comes before it, and the containers around it. */
export function leadingTo(document: WorkflowDocument, id: string): WorkflowDocument {
  const kept = new LeadingBlocks(document).of(id);
  return {
    ...document,
    blocks: Object.fromEntries(Object.entries(document.blocks).filter(([key]) => kept.has(key))),
    edges: document.edges.filter(({ source, target }) => kept.has(source) && kept.has(target)),
  };
}

class LeadingBlocks {
  readonly #kept = new Set<string>();
  readonly #visited = new Set<string>();
  readonly #sources: ReadonlyMap<string, readonly string[]>;
  readonly #inside: ReadonlyMap<string | undefined, readonly Block[]>;

  constructor(private readonly document: WorkflowDocument) {
    const edges = Map.groupBy(document.edges, ({ target }) => target);
    this.#sources = new Map([...edges].map(([target, leading]) => [target, leading.map(({ source }) => source)]));
    this.#inside = Map.groupBy(Object.values(document.blocks), parentOf);
  }

  of(id: string): ReadonlySet<string> {
    this.#keepWhole(id);
    const waiting = [id];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) waiting.push(...this.#before(next));
    return this.#kept;
  }

  /** What comes directly before a block, and the container around it. */
  #before(id: string): readonly string[] {
    if (this.#visited.has(id)) return [];
    this.#visited.add(id);
    this.#kept.add(id);
    const block = findBlock(this.document.blocks, id);
    const parent = block === undefined ? undefined : parentOf(block);
    // Edges between a container and its contents say where a pass begins and ends.
    const sources = (this.#sources.get(id) ?? []).filter((source) => source !== parent && !this.#isInside(source, id));
    for (const source of sources) this.#keepWhole(source);
    return parent === undefined ? sources : [...sources, parent];
  }

  #keepWhole(id: string): void {
    if (this.#kept.has(id)) return;
    this.#kept.add(id);
    for (const inner of this.#inside.get(id) ?? []) this.#keepWhole(inner.id);
  }

  #isInside(id: string, container: string): boolean {
    const block = findBlock(this.document.blocks, id);
    return block !== undefined && parentOf(block) === container;
  }
}
