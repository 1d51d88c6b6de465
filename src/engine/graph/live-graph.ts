import type { Block, Edge, WorkflowDocument } from '#document/document.js';

/** The part of a document that a run can reach. */
export interface LiveGraph {
  /** The blocks inside each container, by its id, in document order; the root's are under the empty id. */
  readonly members: ReadonlyMap<string, readonly Block[]>;
  /** Edges between blocks of one container, by source. */
  readonly edges: ReadonlyMap<string, readonly Edge[]>;
}

const rootId = '';

/** Follows the edges from the start over enabled blocks. Edges that cross the border of a container, other than into it from itself, do not count. */
export function liveGraph(document: WorkflowDocument, start: Block): LiveGraph {
  const runnable = new Map(Object.entries(document.blocks).filter(([, block]) => block.enabled && block.type !== 'note'));
  const parent = (id: string): string => containerOf(runnable, id);
  const isInner = ({ source, target }: Edge): boolean => parent(source) === parent(target);
  const usable = document.edges.filter(
    (edge) =>
      runnable.has(edge.source) &&
      runnable.has(edge.target) &&
      edge.target !== start.id &&
      (isInner(edge) || parent(edge.target) === edge.source),
  );
  const reached = reach(
    start.id,
    Map.groupBy(usable, ({ source }) => source),
  );
  const live = [...runnable.values()].filter(({ id }) => reached.has(id));
  const inner = usable.filter((edge) => reached.has(edge.source) && isInner(edge));
  return { members: Map.groupBy(live, ({ id }) => parent(id)), edges: Map.groupBy(inner, ({ source }) => source) };
}

function containerOf(blocks: ReadonlyMap<string, Block>, id: string): string {
  const parentId = blocks.get(id)?.data['parentId'];
  const type = typeof parentId === 'string' ? blocks.get(parentId)?.type : undefined;
  return typeof parentId === 'string' && (type === 'loop' || type === 'parallel') ? parentId : rootId;
}

function reach(startId: string, edges: ReadonlyMap<string, readonly Edge[]>): ReadonlySet<string> {
  const reached = new Set([startId]);
  // A set visits what is added while it is walked through.
  for (const id of reached) for (const { target } of edges.get(id) ?? []) reached.add(target);
  return reached;
}
