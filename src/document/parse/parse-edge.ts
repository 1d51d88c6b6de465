import { isJsonObject, type Json } from '#kernel/json.js';
import { findBlock, type Edge, type WorkflowDocument } from '../document.js';
import { Fields, isId } from './fields.js';
import { healSourceHandle, healTargetHandle } from '../handles.js';
import type { DocumentFault } from './faults/document-fault.js';
import type { ParseProblems } from './faults/parse-problems.js';
import { quoted } from '../quoted.js';

interface RawEdge {
  readonly index: number;
  readonly raw: Json;
  readonly blocks: WorkflowDocument['blocks'];
  /** Where it is in the JSON that is parsed. */
  readonly at: DocumentFault['path'];
}

/**
 * Parses and normalizes one edge, without display data of editors. Its id is empty if the document has none. Undefined, with a problem, if
 * it is not an object.
 */
export function parseEdge({ index, raw, blocks, at }: RawEdge, problems: ParseProblems): Edge | undefined {
  if (!isJsonObject(raw)) {
    problems.add({ field: `edges[${index}]`, message: `Edge ${index} must be an object`, code: 'wrong_type', path: at });
    return undefined;
  }
  const fields = new Fields(raw, { at, ...placeOf(index, raw['id']) }, problems);
  fields.warnOfOthers('edge');
  const id = fields.has('id') ? fields.id('id') : '';
  const source = fields.id('source');
  const target = fields.id('target');
  return {
    id,
    source,
    target,
    sourceHandle: healSourceHandle(fields.optionalText('sourceHandle', ''), findBlock(blocks, source), findBlock(blocks, target)),
    targetHandle: healTargetHandle(fields.optionalText('targetHandle', '')),
  };
}

/** Gives edges without an id the first free ones of `e1`, `e2` …, so that parsing is idempotent. */
export function withEdgeIds(edges: readonly Edge[]): readonly Edge[] {
  const taken = new Set(edges.map(({ id }) => id));
  let count = 0;
  const freeId = (): string => {
    do count += 1;
    while (taken.has(`e${count}`));
    return `e${count}`;
  };
  return edges.map((edge) => (edge.id === '' ? { ...edge, id: freeId() } : edge));
}

function placeOf(index: number, id: Json | undefined): { label: string; edgeId?: string } {
  return isId(id) ? { label: `Edge ${quoted(id)}`, edgeId: id } : { label: `Edge ${index}` };
}
