import type { Json } from '#kernel/json.js';
import { isContainer } from '../block-roles.js';
import { blockProblem } from './block-problem.js';
import { parseBoundedJson } from '../parse/bounded-json.js';
import { loopTypes, parallelTypeOf, parallelTypes } from '../containers.js';
import { findBlock, type Block, type DocumentProblem, type Edge, type WorkflowDocument } from '../document.js';
import { documentLimits } from '../document-limits.js';
import { endHandle, errorHandle, isInside, startHandle } from '../handles.js';
import { quoted } from '../quoted.js';

/** The problems that prevent a container from running. `outgoing` are the edges that leave it. */
export function containerProblems(container: Block, outgoing: readonly Edge[], document: WorkflowDocument): readonly DocumentProblem[] {
  if (!isContainer(container)) return [];
  const isLoop = container.type === 'loop';
  return [
    ...outgoing.flatMap((edge) => handleProblems(container, edge, document)),
    ...startProblems(container, outgoing, document),
    ...choiceProblems(container, isLoop ? 'loopType' : 'parallelType', isLoop ? loopTypes : parallelTypes),
    ...countProblems(container),
    ...collectionProblems(container),
    ...branchLimitProblems(container),
  ];
}

function handleProblems(container: Block, edge: Edge, { blocks }: WorkflowDocument): readonly DocumentProblem[] {
  const target = findBlock(blocks, edge.target);
  if (target === undefined) return [];
  const fitting = isInside(container, target) ? [startHandle(container)] : [endHandle(container), errorHandle];
  if (fitting.includes(edge.sourceHandle)) return [];
  const what = `leads to ${quoted(target.name)} through handle ${quoted(edge.sourceHandle)}; use ${fitting.join(' or ')}`;
  return [{ ...blockProblem(container, what, 'wrong_handle', 'sourceHandle'), edgeId: edge.id }];
}

function startProblems(container: Block, outgoing: readonly Edge[], { blocks }: WorkflowDocument): readonly DocumentProblem[] {
  const starts = outgoing.some((edge) => {
    const target = findBlock(blocks, edge.target);
    return isInside(container, target) && target?.enabled;
  });
  if (starts) return [];
  const inner = Object.values(blocks).filter((block) => isInside(container, block));
  return [blockProblem(container, howToStart(container, inner), 'container_without_start')];
}

function howToStart(container: Block, inner: readonly Block[]): string {
  if (inner.length === 0) return 'is empty: add a block inside it';
  if (inner.every(({ enabled }) => !enabled)) return 'has only disabled blocks inside it: enable one of them';
  return `leads to no enabled block inside it: connect its start (handle ${startHandle(container)}) with one of them`;
}

function choiceProblems(container: Block, field: string, values: readonly string[]): readonly DocumentProblem[] {
  const value = container.data[field] ?? null;
  if (value === null || (typeof value === 'string' && values.includes(value))) return [];
  return [blockProblem(container, `has an unknown ${field}; use one of ${values.join(', ')}`, 'invalid_field', `data.${field}`)];
}

function countProblems(container: Block): readonly DocumentProblem[] {
  const count = container.data['count'] ?? 0;
  if (typeof count === 'number' && count >= 0) return [];
  return [blockProblem(container, 'must have a number of at least 0 as its count', 'invalid_field', 'data.count')];
}

function collectionProblems(container: Block): readonly DocumentProblem[] {
  const { collection = null, loopType } = container.data;
  const needed = container.type === 'loop' ? loopType === 'forEach' : parallelTypeOf(container.data) === 'collection';
  if (!needed || (collection !== null && collection !== '')) return [];
  return [blockProblem(container, 'must have a collection to iterate over', 'required', 'data.collection')];
}

/** Checks only literal values. A collection that comes from a reference is checked during the run. */
function branchLimitProblems(container: Block): readonly DocumentProblem[] {
  if (container.type !== 'parallel') return [];
  const field = parallelTypeOf(container.data) === 'count' ? 'count' : 'collection';
  const value = container.data[field] ?? null;
  const branches = field === 'count' ? Number(value) : sizeOf(typeof value === 'string' ? parseBoundedJson(value) : value);
  if (!(branches > documentLimits.parallelBranches)) return [];
  const what = `would have ${branches} branches; at most ${documentLimits.parallelBranches} are allowed`;
  return [blockProblem(container, what, 'too_many_branches', `data.${field}`)];
}

function sizeOf(collection: Json | undefined): number {
  return typeof collection === 'object' && collection !== null ? Object.keys(collection).length : 0;
}
