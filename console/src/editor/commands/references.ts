import { referenceName, type WorkflowDocument } from '../../../../src/document/document.js';
import { referenceAt, type Reference } from '../../../../src/engine/texts/reference.js';
import { isJsonObject, type Json } from '../../../../src/kernel/json.js';
import type { DraftOperation } from '../../../../src/modules/workflows/domain/edits/operation.js';
import type { Command } from './command.js';
import { isReferable } from './names.js';

/** Renames a block, and every field that refers to it. */
export function renameBlock(document: WorkflowDocument, id: string, name: string): Command {
  const before = document.blocks[id]?.name ?? '';
  return { label: `Rename ${before} to ${name}`, operations: renameBlocks(document, new Map([[id, name]])) };
}

/**
 * Operations that rename blocks, and every field that refers to them, unless references could not tell the new name.
 * @param names the new names by the ids of the blocks
 * @param change changes the texts of fields besides these references
 */
export function renameBlocks(
  document: WorkflowDocument,
  names: ReadonlyMap<string, string>,
  change?: (text: string) => string,
): readonly DraftOperation[] {
  const later = Object.values(document.blocks).map(({ id, name }) => referenceName(names.get(id) ?? name));
  const references = new Map(
    [...names].flatMap(([id, name]) => {
      const [from, to] = [referenceName(document.blocks[id]?.name ?? ''), referenceName(name)];
      // References to a name that is none, or that several blocks have, would be lost for good.
      const isFound = isReferable(to) && later.indexOf(to) === later.lastIndexOf(to);
      return from === '' || from === to || !isFound ? [] : [[from, to] as const];
    }),
  );
  const renames = [...names].map(([id, name]) => ({ op: 'rename', id, name }) as const);
  const renamed = (text: string): string => withNames(text, references);
  return [...renames, ...fieldChanges(document, change === undefined ? renamed : (text) => withNames(text, references, change), renamed)];
}

/** Operations for all fields whose texts a function changes, and for the data of containers. */
export function fieldChanges(document: WorkflowDocument, change: (text: string) => string, changeData = change): readonly DraftOperation[] {
  return Object.values(document.blocks).flatMap(({ id, subBlocks, data }): readonly DraftOperation[] => [
    ...Object.values(subBlocks).flatMap(({ id: field, value }): readonly DraftOperation[] => {
      const next = changedTexts(value, change);
      return next === value ? [] : [{ op: 'set', id, field, value: next }];
    }),
    ...Object.entries(data).flatMap(([name, value]): readonly DraftOperation[] => {
      const next = name === 'parentId' ? value : changedTexts(value, changeData);
      return next === value ? [] : [{ op: 'option', id, name: `data.${name}`, value: next }];
    }),
  ]);
}

/** A value whose texts a function has changed; the same value if none is. */
export function changedTexts(value: Json, change: (text: string) => string): Json {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) {
    const next = (value as readonly Json[]).map((each) => changedTexts(each, change));
    return next.every((each, index) => each === (value as readonly Json[])[index]) ? value : next;
  }
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([key, each]) => [key, changedTexts(each, change)] as const);
  return entries.every(([key, each]) => each === value[key]) ? value : Object.fromEntries(entries);
}

/** A text with other names in its references. @param change changes what is around these names */
export function withNames(text: string, names: ReadonlyMap<string, string>, change = same): string {
  const renamed = ({ base, raw }: Reference): string | undefined => {
    const name = names.get(base);
    return name === undefined ? undefined : `<${name}${change(/^<[^.[\]>]*(.*)$/su.exec(raw)?.[1] ?? '>')}`;
  };
  return withReferences(text, renamed, change);
}

/**
 * A text with other references.
 * @param replaced what is in the place of a reference; undefined when it stays a part of the text around it
 * @param change changes what is around the references
 */
export function withReferences(text: string, replaced: (reference: Reference) => string | undefined, change = same): string {
  let result = '';
  let from = 0;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
    const reference = referenceAt(text, at);
    const other = reference === null ? undefined : replaced(reference);
    if (reference === null || other === undefined) continue;
    result += change(text.slice(from, at)) + other;
    from = at + reference.raw.length;
  }
  return result + change(text.slice(from));
}

function same(text: string): string {
  return text;
}
