import { referenceName, type Block, type WorkflowDocument } from '../../../../src/document/document.js';

const reserved = ['loop', 'parallel', 'variable'];

/** A name that no other block has, as references see it. Adds it to `taken`. */
export function freeName(wanted: string, taken: Set<string>): string {
  const base = wanted.trim() === '' ? 'Block' : wanted.trim();
  const stem = base.replace(/ \d+$/, '');
  let name = base;
  const first = reserved.includes(referenceName(base)) ? 1 : 2;
  for (let count = first; taken.has(referenceName(name)); count += 1) name = `${stem} ${count}`;
  taken.add(referenceName(name));
  return name;
}

export function takenNames({ blocks }: WorkflowDocument): Set<string> {
  return new Set([...reserved, ...Object.values(blocks).map(({ name }: Block) => referenceName(name))]);
}
