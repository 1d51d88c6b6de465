import { referenceAt } from '../../../../src/engine/texts/reference.js';
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

/** Why a block cannot have a name; undefined for a good one. Its references would find another block, or none. */
export function nameProblem(document: WorkflowDocument, id: string, name: string): string | undefined {
  const reference = referenceName(name);
  if (reserved.includes(reference)) return `"${reference}" has a meaning in references. Choose another name.`;
  if (!isReferable(reference)) return `References cannot contain this name. Use letters, digits, spaces, "-" and "_".`;
  const other = Object.values(document.blocks).find((block) => block.id !== id && referenceName(block.name) === reference);
  return other === undefined ? undefined : `Another block is called ${other.name}. Choose another name.`;
}

/** Why a variable cannot have a name; undefined for a good one. */
export function variableNameProblem({ variables }: WorkflowDocument, id: string, name: string): string | undefined {
  const reference = referenceName(name);
  if (!isProperty(reference)) return 'References cannot contain this name. Use letters, digits, spaces, "-" and "_".';
  const other = Object.values(variables).find((variable) => variable.id !== id && referenceName(variable.name) === reference);
  return other === undefined ? undefined : `Another variable is called ${other.name}. Choose another name.`;
}

/** Whether `<variable.name>` is read as a reference to a variable of this name. */
export function isProperty(name: string): boolean {
  const text = `<variable.${name}>`;
  const read = referenceAt(text, 0);
  return read?.raw === text && read.path.length === 1;
}

/** Whether `<name.field>` is read as a reference to a block of this name. */
export function isReferable(name: string): boolean {
  const text = `<${name}.x>`;
  const read = referenceAt(text, 0);
  return !reserved.includes(name) && read?.raw === text && read.base === name;
}
