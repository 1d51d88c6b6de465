import { isJsonObject, type Json } from '#kernel/json.js';
import { findBlock, type Edge, type WorkflowDocument } from '../document.js';
import { Fields, isId } from './fields.js';
import { healSourceHandle, healTargetHandle } from '../handles.js';
import type { ProblemList } from '../check/problem-list.js';
import { quoted } from '../quoted.js';

interface RawEdge {
  readonly index: number;
  readonly raw: Json;
  readonly blocks: WorkflowDocument['blocks'];
}

/** Parses and normalizes one edge, without display data of editors. Undefined, with a problem, if it is not an object. */
export function parseEdge({ index, raw, blocks }: RawEdge, problems: ProblemList): Edge | undefined {
  if (!isJsonObject(raw)) {
    problems.add({ field: `edges[${index}]`, message: `Edge ${index} must be an object`, code: 'wrong_type' });
    return undefined;
  }
  const fields = new Fields(raw, placeOf(index, raw['id']), problems);
  const id = fields.id('id');
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

function placeOf(index: number, id: Json | undefined): { label: string; edgeId?: string } {
  return isId(id) ? { label: `Edge ${quoted(id)}`, edgeId: id } : { label: `Edge ${index}` };
}
