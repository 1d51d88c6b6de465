import type { Json, JsonObject } from '#kernel/json.js';
import { deriveContainers } from '../containers.js';
import type { DocumentProblem, WorkflowDocument } from '../document.js';
import { documentLimits } from '../document-limits.js';
import { documentName } from './document-name.js';
import { openEnvelope } from './envelope.js';
import { Fields } from './fields.js';
import { parseBlock } from './parse-block.js';
import { parseEdge, withEdgeIds } from './parse-edge.js';
import { parseVariable } from './parse-variable.js';
import { ProblemList } from '../check/problem-list.js';

export type ParsedDocument =
  | { readonly document: WorkflowDocument; readonly name: string | undefined; readonly problems?: undefined }
  | { readonly problems: readonly DocumentProblem[]; readonly document?: undefined };

/**
 * Parses a document from JSON (a value or its text, in any of its envelopes) and normalizes data of older editors. Returns every fault of
 * shape if there is one. The result may still be a workflow that cannot run: see `validateDocument`. Parsing is idempotent.
 */
export function parseDocument(raw: unknown): ParsedDocument {
  const envelope = openEnvelope(raw);
  if ('message' in envelope) return { problems: [envelope] };
  const problems = new ProblemList();
  const document = readState(new Fields(envelope.state, {}, problems), problems);
  return problems.all.length === 0 ? { document, name: documentName(envelope) } : { problems: problems.all };
}

function readState(state: Fields, problems: ProblemList): WorkflowDocument {
  const rawBlocks = state.requiredRecord('blocks');
  const fits = fitsLimit(state, 'blocks', Object.keys(rawBlocks).length, documentLimits.blocks);
  const blocks = parseEach(fits ? rawBlocks : {}, (key, block) => parseBlock(key, block, problems));
  const rawEdges = state.list('edges');
  const edges = fitsLimit(state, 'edges', rawEdges.length, documentLimits.edges) ? rawEdges : [];
  return {
    blocks,
    edges: withEdgeIds(edges.flatMap((edge, index) => parseEdge({ index, raw: edge, blocks }, problems) ?? [])),
    ...deriveContainers(blocks),
    variables: parseEach(state.record('variables'), (key, variable) => parseVariable(key, variable, problems)),
    metadata: metadataOf(state),
  };
}

/** `strictInput` may stand beside the blocks, too. */
function metadataOf(state: Fields): JsonObject {
  const metadata = state.record('metadata');
  return state.source['strictInput'] === true ? { ...metadata, strictInput: true } : metadata;
}

function fitsLimit(state: Fields, field: string, count: number, most: number): boolean {
  if (count > most) state.refuse(field, `must have at most ${most} entries, not ${count}`, `too_many_${field}`);
  return count <= most;
}

function parseEach<Item>(raw: JsonObject, parse: (key: string, item: Json) => Item | undefined): Record<string, Item> {
  return Object.fromEntries(
    Object.entries(raw).flatMap(([key, value]) => {
      const item = parse(key, value);
      return item === undefined ? [] : [[key, item]];
    }),
  );
}
