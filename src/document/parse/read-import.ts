import { isJsonObject, type Json } from '#kernel/json.js';
import { openEnvelope } from './envelope.js';
import { unreadableDocument, type DocumentFault } from './faults/document-fault.js';
import { parseDocument } from './parse-document.js';
import { asBefore } from '../import/imported-behaviour.js';
import { regenerateIds } from './regenerate-ids.js';
import { structuralProblems } from '../check/structural-problems.js';
import type { DocumentProblem, WorkflowDocument } from '../document.js';

/** An imported document and the name in it. */
export interface ReadImport {
  readonly document: WorkflowDocument;
  readonly name: ImportedText<string>;
  /** Its text is null if the document has none. */
  readonly description: ImportedText<string | null>;
  /** The addresses of triggers at the other installation, by the new ids of their blocks. */
  readonly triggerPaths: ReadonlyMap<string, string>;
  /** Warnings about members that the document does not have because they are unknown. */
  readonly dropped: readonly DocumentProblem[];
}

/** A text of the document, and where it is in the request. */
export interface ImportedText<Text> {
  readonly text: Text;
  readonly path: readonly (string | number)[];
}

/**
 * Reads a document from another installation and replaces its ids. Unknown block types are accepted.
 * @throws DomainError invalid, with every fault of shape or structure, under the original ids. Its paths begin with `workflow`, the field
 * of the request that has the document
 */
export function readImport(raw: unknown, nextId: () => string): ReadImport {
  const { document, dropped = [], problems = [], name } = { name: undefined, ...parseDocument(raw) };
  const envelope = openEnvelope(raw);
  const place = 'place' in envelope ? envelope.place : [];
  if (document === undefined) throw unreadableDocument(problems, ['workflow']);
  const broken = structuralProblems(document);
  if (broken.length > 0) {
    throw unreadableDocument(
      broken.map((problem) => ({ ...problem, path: [...place, ...placeIn(document, problem)] })),
      ['workflow'],
    );
  }
  const { description } = document.metadata;
  const renewed = regenerateIds(asBefore(document), nextId);
  // New ids come in the order of the former ones.
  const newIds = Object.keys(renewed.blocks);
  const blocks = 'state' in envelope ? envelope.state['blocks'] : undefined;
  const triggerPaths = new Map(
    Object.keys(document.blocks).flatMap((id, index) => {
      const path = triggerPathOf(blocks, id);
      return path === undefined ? [] : [[newIds[index] ?? id, path] as const];
    }),
  );
  return {
    document: renewed,
    name: name === undefined ? { text: 'Imported workflow', path: ['workflow'] } : { ...name, path: ['workflow', ...name.path] },
    description: { text: typeof description === 'string' ? description : null, path: ['workflow', ...place, 'metadata', 'description'] },
    triggerPaths,
    dropped,
  };
}

function placeIn({ edges }: WorkflowDocument, { blockId, edgeId, field }: DocumentProblem): DocumentFault['path'] {
  const owner =
    edgeId !== undefined ? ['edges', edges.findLastIndex(({ id }) => id === edgeId)] : blockId !== undefined ? ['blocks', blockId] : [];
  return field === undefined ? owner : [...owner, ...field.split('.')];
}

/** Documents do not keep it when they are parsed: it belongs to the other installation. */
function triggerPathOf(blocks: Json | undefined, blockId: string): string | undefined {
  const value = [blockId, 'subBlocks', 'triggerPath', 'value'].reduce<Json | undefined>(
    (found, key) => (isJsonObject(found) && Object.hasOwn(found, key) ? found[key] : undefined),
    blocks,
  );
  return typeof value === 'string' && value !== '' ? value : undefined;
}
