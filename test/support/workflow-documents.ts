import { readFileSync } from 'node:fs';
import type { JsonObject } from '#kernel/json.js';
import type { WorkflowDocument } from '#document/document.js';
import { parseDocument } from '#document/parse/parse-document.js';

/** Returns a new copy of an exported document of test/fixtures/workflows. */
export function workflowFixture(name: 'fee-gate' | 'orders-with-two-reviewers' | `triggers/${string}`): JsonObject {
  return JSON.parse(readFileSync(new URL(`../fixtures/workflows/${name}.json`, import.meta.url), 'utf8')) as JsonObject;
}

/** Returns a block of a document, named like its id. */
export function aBlock(id: string, type = 'function', fields: JsonObject = {}): JsonObject {
  return { id, type, name: id, position: { x: 0, y: 0 }, ...fields };
}

/** An edge between two blocks. `source` may name its handle: `check.condition-check-if`. */
export function anEdge(source: string, target: string): JsonObject {
  const [from = source, sourceHandle = 'source'] = source.split('.');
  return { id: `${source}>${target}`, source: from, target, sourceHandle, targetHandle: 'target' };
}

/** The state that holds these blocks and edges. */
export function aState(blocks: readonly JsonObject[], edges: readonly JsonObject[] = []): JsonObject {
  return { blocks: Object.fromEntries(blocks.map((block) => [block['id'] as string, block])), edges };
}

/** The document that a state is read as; fails when it cannot be read. */
export function readDocument(raw: unknown): WorkflowDocument {
  const { document, problems } = parseDocument(raw);
  if (document === undefined) throw new Error(`The document cannot be read: ${JSON.stringify(problems)}`);
  return document;
}
