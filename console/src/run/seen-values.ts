import { referenceName, type WorkflowDocument } from '../../../src/document/document.js';
import { readPath, referenceAt } from '../../../src/engine/texts/reference.js';
import type { Json } from '../../../src/kernel/json.js';
import type { RunFacts } from './block-ends.js';

/** The references in a text, without their brackets: `workoutfee.result.fee`. */
export function referencesIn(text: string): readonly string[] {
  const found = new Set<string>();
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
    const reference = referenceAt(text, at);
    if (reference !== null) found.add(reference.raw.slice(1, -1));
  }
  return [...found];
}

const longest = 60;

/** What a reference held when the block that it names ended last; undefined when that is not known. */
export function valueOf({ blocks }: WorkflowDocument, { ends }: RunFacts, reference: string): string | undefined {
  const read = referenceAt(`<${reference}>`, 0);
  const block = read === null ? undefined : Object.values(blocks).find(({ name }) => referenceName(name) === read.base);
  if (read === null || block === undefined) return undefined;
  const value = readPath(ends.get(block.id)?.at(-1)?.output as Json | undefined, read.path);
  if (value === undefined) return undefined;
  const text = JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
