import { referenceName, type Block, type Variable, type WorkflowDocument } from '../../../../src/document/document.js';
import { isJsonObject, type Json } from '../../../../src/kernel/json.js';
import type { Command } from './command.js';
import { isProperty } from './names.js';
import { changedTexts, fieldChanges, withReferences } from './references.js';

/** Renames a variable, every field that refers to it, and what Variables blocks assign to it. */
export function renameVariable(document: WorkflowDocument, variable: Variable, name: string): Command {
  const from = referenceName(variable.name);
  const isMeant = (text: unknown): boolean => typeof text === 'string' && referenceName(text) === from;
  const assigning = Object.values(document.blocks).flatMap((block) => {
    const value = assigned(block, isMeant, name);
    return value === undefined ? [] : [{ block, value }];
  });
  // What a Variables block assigns is an output of it, too.
  const bases = new Set(['variable', ...assigning.map(({ block }) => referenceName(block.name))]);
  const written = isProperty(name) ? name : referenceName(name);
  const renamed = (text: string): string =>
    withReferences(text, ({ base, path: [first = ''], raw }) =>
      bases.has(base) && isMeant(first) ? raw.replace(`.${first}`, () => `.${written}`) : undefined,
    );
  return {
    label: `Rename the variable ${variable.name} to ${name}`,
    operations: [
      { op: 'set-variable', variable: { ...variable, name } },
      ...fieldChanges(document, renamed),
      ...assigning.map(({ block: { id }, value }) => ({ op: 'set', id, field, value: changedTexts(value, renamed) }) as const),
    ],
  };
}

const field = 'variables';

/** The assignments of a Variables block with another name of a variable; undefined when it assigns that one nothing. */
function assigned({ type, subBlocks }: Block, isMeant: (name: unknown) => boolean, name: string): Json | undefined {
  const value = type === 'variables' ? subBlocks[field]?.value : undefined;
  if (typeof value === 'string') {
    const next = value.replaceAll(/("variableName"\s*:\s*)("(?:[^"\\]|\\.)*")/gu, (raw: string, key: string, text: string) =>
      isMeant(JSON.parse(text)) ? key + JSON.stringify(name) : raw,
    );
    return next === value ? undefined : next;
  }
  const isEntry = (entry: Json): boolean => isJsonObject(entry) && isMeant(entry['variableName']);
  if (!Array.isArray(value) || !(value as readonly Json[]).some(isEntry)) return undefined;
  return (value as readonly Json[]).map((entry) => (isEntry(entry) ? { ...(entry as object), variableName: name } : entry));
}
