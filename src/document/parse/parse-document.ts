import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import { deriveContainers } from '../containers.js';
import type { DocumentProblem, Variable, WorkflowDocument } from '../document.js';
import { documentLimits } from '../document-limits.js';
import { quoted } from '../quoted.js';
import { documentName, type DocumentName } from './document-name.js';
import { openEnvelope } from './envelope.js';
import { Fields } from './fields.js';
import { parseBlock } from './parse-block.js';
import { parseEdge, withEdgeIds } from './parse-edge.js';
import { parseVariable } from './parse-variable.js';
import type { DocumentFault } from './faults/document-fault.js';
import { ParseProblems } from './faults/parse-problems.js';

export type ParsedDocument =
  | {
      readonly document: WorkflowDocument;
      readonly name: DocumentName | undefined;
      /** Warnings about members that the document does not have because they are unknown. */
      readonly dropped: readonly DocumentProblem[];
      readonly problems?: undefined;
    }
  | { readonly problems: readonly DocumentFault[]; readonly document?: undefined; readonly dropped?: undefined };

/**
 * Parses a document from JSON (a value or its text, in any of its envelopes) and normalizes data of older editors. Returns every fault of
 * shape if there is one. The result may still be a workflow that cannot run: see `validateDocument`. Parsing is idempotent.
 */
export function parseDocument(raw: unknown): ParsedDocument {
  const envelope = openEnvelope(raw);
  if ('message' in envelope) return { problems: [envelope] };
  const problems = new ParseProblems();
  const document = readState(new Fields(envelope.state, { at: envelope.place }, problems), envelope.place, problems);
  if (problems.all.length > 0) return { problems: problems.all };
  return { document, name: documentName(envelope), dropped: problems.dropped.all };
}

function readState(state: Fields, at: DocumentFault['path'], problems: ParseProblems): WorkflowDocument {
  state.warnOfOthers('document');
  const rawBlocks = state.requiredRecord('blocks');
  const fits = fitsLimit(state, 'blocks', Object.keys(rawBlocks).length, documentLimits.blocks);
  const blocks = parseEach(fits ? rawBlocks : {}, (key, block) => parseBlock(key, block, problems, [...at, 'blocks', key]));
  const rawEdges = state.list('edges');
  const edges = fitsLimit(state, 'edges', rawEdges.length, documentLimits.edges) ? rawEdges : [];
  return {
    blocks,
    edges: withEdgeIds(
      edges.flatMap((edge, index) => parseEdge({ index, raw: edge, blocks, at: [...at, 'edges', index] }, problems) ?? []),
    ),
    ...deriveContainers(blocks),
    variables: readVariables(state, at, problems),
    metadata: metadataOf(state),
  };
}

/** Variables by their ids. Earlier editors export them as a list; an entry without an id gets its name as its id. */
function readVariables(state: Fields, at: DocumentFault['path'], problems: ParseProblems): Readonly<Record<string, Variable>> {
  const parse = (key: string, variable: Json, place: string | number): Variable | undefined =>
    parseVariable(key, variable, problems, [...at, 'variables', place]);
  const given = state.source['variables'];
  if (!Array.isArray(given)) return parseEach(state.record('variables'), (key, variable) => parse(key, variable, key));
  const variables = new Map<string, Variable>();
  for (const [index, entry] of (given as readonly Json[]).entries()) {
    const key = keyOf(entry, index);
    if (variables.has(key)) {
      const message = `variables must not have two entries with the id ${quoted(key)}`;
      problems.add({ field: 'variables', message, code: 'duplicate_id', path: [...at, 'variables', index] });
    }
    const variable = parse(key, entry, index);
    if (variable !== undefined) variables.set(key, variable);
  }
  return Object.fromEntries(variables);
}

function keyOf(entry: Json, index: number): string {
  const { id, name } = isJsonObject(entry) ? entry : {};
  return ([id, name].find((each) => typeof each === 'string' && each !== '') as string | undefined) ?? String(index);
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
