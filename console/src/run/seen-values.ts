import { referenceName, type WorkflowDocument } from '../../../src/document/document.js';
import type { RunFacts } from './block-ends.js';

/** The references in a text, without their brackets: `workoutfee.result.fee`. */
export function referencesIn(text: string): readonly string[] {
  return [...new Set([...text.matchAll(/<([a-z0-9_]+(?:\.[\w-]+|\[\d+\])*)>/gi)].map(([, reference = '']) => reference))];
}

const longest = 60;

/** What a reference held when the block that it names ended last; undefined when that is not known. */
export function valueOf({ blocks }: WorkflowDocument, { ends }: RunFacts, reference: string): string | undefined {
  const [name = '', ...path] = reference.replaceAll(/\[(\d+)\]/g, '.$1').split('.');
  const block = Object.values(blocks).find((each) => referenceName(each.name) === name.toLowerCase());
  const last = block === undefined ? undefined : ends.get(block.id)?.at(-1);
  let value: unknown = last?.output;
  for (const member of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, member)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[member];
  }
  if (value === undefined) return undefined;
  const text = JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
