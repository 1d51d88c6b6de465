import { isContainer, parentOf } from '../../../../src/document/block-roles.js';
import { edgeProblems } from '../../../../src/document/check/edge-problems.js';
import { findBlock, type Edge, type WorkflowDocument } from '../../../../src/document/document.js';
import { healSourceHandle } from '../../../../src/document/handles.js';
import type { DraftOperation } from '../../../../src/modules/workflows/domain/edits/operation.js';
import type { Command, Impossible } from './command.js';
import { newId } from '../../api/new-id.js';

interface Ends {
  readonly source: string;
  readonly sourceHandle: string;
  readonly target: string;
}

/** Connects two blocks, unless a rule of the server forbids it. @param instead the edge that it replaces */
export function connectBlocks(document: WorkflowDocument, ends: Ends, instead?: Edge): Command | Impossible {
  const [source, target] = [findBlock(document.blocks, ends.source), findBlock(document.blocks, ends.target)];
  if (source === undefined || target === undefined) return { refused: 'One of the blocks is not there any more' };
  const edge = anEdge({ ...ends, sourceHandle: healSourceHandle(ends.sourceHandle, source, target) });
  const others = document.edges.filter(({ id }) => id !== instead?.id);
  const refused = refusalOf({ ...document, edges: others }, edge);
  if (refused !== undefined) return { refused };
  const operations: DraftOperation[] = [
    ...(instead === undefined ? [] : [{ op: 'remove-edge', id: instead.id } as const]),
    { op: 'add-edge', edge },
  ];
  return { label: `Connect ${source.name} with ${target.name}`, operations };
}

/** Why an edge may not be in a document, in the words of the server. */
export function refusalOf(document: WorkflowDocument, edge: Edge): string | undefined {
  const { source, target } = edge;
  // Only the edges from which the target leads back matter for a cycle; the other rules look at one edge.
  const near = { ...document, edges: [...document.edges.filter((each) => each.source === source && each.target === target), edge] };
  const [own] = edgeProblems(near).filter(({ edgeId, code }) => edgeId === edge.id && code !== 'cycle');
  if (own !== undefined) return own.message.replace(/^Edge "[^"]*" /, 'The edge ');
  if (!leadsTo(document, target, source)) return undefined;
  return edgeProblems({ ...document, edges: [...document.edges, edge] }).find(({ code }) => code === 'cycle')?.message;
}

/** Whether a way along the edges of one level leads from a block to another. */
function leadsTo({ blocks, edges }: WorkflowDocument, from: string, to: string): boolean {
  const level = parentOfId(blocks, from);
  const next = Map.groupBy(edges, ({ source }) => source);
  const seen = new Set([from]);
  for (const at of seen) {
    if (at === to) return true;
    for (const { target } of next.get(at) ?? []) if (parentOfId(blocks, target) === level) seen.add(target);
  }
  return false;
}

function parentOfId(blocks: WorkflowDocument['blocks'], id: string): string | undefined {
  const block = findBlock(blocks, id);
  return block && parentOf(block);
}

export function anEdge({ source, sourceHandle, target }: Ends): Edge {
  return { id: newId(), source, sourceHandle, target, targetHandle: 'target' };
}

/** Whether an edge leads from a container to its first inner block. */
export function isInwards({ blocks }: WorkflowDocument, { source, target }: Edge): boolean {
  const [from, to] = [findBlock(blocks, source), findBlock(blocks, target)];
  return from !== undefined && to !== undefined && isContainer(from) && parentOf(to) === from.id;
}
