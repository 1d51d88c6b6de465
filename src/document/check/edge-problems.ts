import { isNote, isTrigger, parentOf } from '../block-roles.js';
import { findCycles } from './cycles.js';
import { findBlock, type Block, type DocumentProblem, type Edge, type WorkflowDocument } from '../document.js';
import { isInside } from '../handles.js';
import { quoted } from '../quoted.js';

interface Ends {
  readonly edge: Edge;
  readonly source: Block;
  readonly target: Block;
}

/** The problems of the connections between blocks. */
export function edgeProblems({ blocks, edges }: WorkflowDocument): readonly DocumentProblem[] {
  const connected = edges.flatMap((edge) => {
    const source = findBlock(blocks, edge.source);
    const target = findBlock(blocks, edge.target);
    return source === undefined || target === undefined ? [] : [{ edge, source, target }];
  });
  return [
    ...edges.flatMap((edge) => danglingEnds(edge, blocks)),
    ...repeated(edges, ({ id }) => id).map((edge) => problem(edge, 'has the id of another edge', 'duplicate_edge_id')),
    ...repeated(edges, wayOf).map((edge) => problem(edge, 'repeats another edge between the same handles', 'duplicate_edge')),
    ...connected.flatMap(forbiddenConnection),
    ...circles(connected),
  ];
}

function danglingEnds(edge: Edge, blocks: WorkflowDocument['blocks']): readonly DocumentProblem[] {
  return (['source', 'target'] as const)
    .filter((end) => findBlock(blocks, edge[end]) === undefined)
    .map((end) => ({ ...problem(edge, `has a ${end} that does not exist: block ${quoted(edge[end])}`, 'dangling_edge'), field: end }));
}

function forbiddenConnection({ edge, source, target }: Ends): readonly DocumentProblem[] {
  if (source.id === target.id) return [problem(edge, `leads from block ${quoted(source.name)} to itself`, 'self_edge')];
  const found: DocumentProblem[] = [];
  const note = [source, target].find(isNote);
  if (note !== undefined) found.push(problem(edge, `connects the note ${quoted(note.name)}; notes cannot be connected`, 'note_connected'));
  if (isTrigger(target))
    found.push(problem(edge, `leads to the trigger ${quoted(target.name)}; nothing may lead to a trigger`, 'trigger_target'));
  if (crossesContainer(source, target)) {
    const way = `from ${quoted(source.name)} to ${quoted(target.name)}`;
    found.push(problem(edge, `leads ${way} across the border of a container; connect the container itself`, 'crosses_container'));
  }
  return found;
}

function crossesContainer(source: Block, target: Block): boolean {
  return parentOf(source) !== parentOf(target) && !isInside(source, target) && !isInside(target, source);
}

/** A container and its inner blocks are connected in both directions by design. Only blocks of the same container can form a cycle. */
function circles(connected: readonly Ends[]): readonly DocumentProblem[] {
  const between = connected.filter(
    ({ source, target }) => source.id !== target.id && !isInside(source, target) && !isInside(target, source),
  );
  const names = new Map(connected.flatMap(({ source, target }) => [source, target]).map(({ id, name }) => [id, quoted(name)]));
  return findCycles(between.map(({ edge }) => edge)).map((cycle) => {
    const way = [...cycle, cycle[0] ?? ''].map((id) => names.get(id)).join(' → ');
    return { ...(cycle[0] === undefined ? {} : { blockId: cycle[0] }), message: `Blocks form a cycle: ${way}`, code: 'cycle' };
  });
}

function repeated(edges: readonly Edge[], keyOf: (edge: Edge) => string): readonly Edge[] {
  return [...Map.groupBy(edges, keyOf).values()].flatMap((same) => same.slice(1));
}

function wayOf({ source, sourceHandle, target, targetHandle }: Edge): string {
  return JSON.stringify([source, sourceHandle, target, targetHandle]);
}

function problem({ id }: Edge, what: string, code: string): DocumentProblem {
  return { edgeId: id, message: `Edge ${quoted(id)} ${what}`, code };
}
