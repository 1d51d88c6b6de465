import { referenceName, type WorkflowDocument } from '../../../../src/document/document.js';
import type { Reference } from '../../../../src/engine/texts/reference.js';
import type { Json } from '../../../../src/kernel/json.js';
import { isJsonObject } from '../../../../src/kernel/json.js';
import type { Command } from './command.js';
import { isReferable, takenNames } from './names.js';
import { renameBlocks, withReferences } from './references.js';

/** A place where a text was found. */
export interface Finding {
  readonly blockId: string;
  readonly blockName: string;
  /** `name`, `type`, or the id of a field. */
  readonly field: string;
  /** What is around the text. */
  readonly excerpt: string;
  readonly canReplace: boolean;
}

const around = 24;

/** Looks for a text in names, types and fields, case ignored. @param by what it would be replaced by */
export function findText(document: WorkflowDocument, text: string, by = ''): readonly Finding[] {
  const wanted = text.toLowerCase();
  if (wanted === '') return [];
  const { names, change } = replacement(document, text, by);
  return Object.values(document.blocks).flatMap(({ id, name, type, subBlocks, data }) => {
    const found = (field: string, value: Json, mayReplace = true): readonly Finding[] =>
      textsIn(value).flatMap((each) => {
        const at = each.toLowerCase().indexOf(wanted);
        if (at < 0) return [];
        const excerpt = each.slice(Math.max(0, at - around), at + wanted.length + around).replaceAll(/\s+/g, ' ');
        return [{ blockId: id, blockName: name, field, excerpt, canReplace: mayReplace && change(each) !== each }];
      });
    return [
      ...found('name', name, names.has(id)),
      ...found('type', type, false),
      ...Object.values(subBlocks).flatMap(({ id: field, value }) => found(field, value)),
      ...Object.entries(data).flatMap(([field, value]) => (field === 'parentId' ? [] : found(field, value, false))),
    ];
  });
}

/** Replaces a text wherever it can be, as one edit. References follow names. */
export function replaceText(document: WorkflowDocument, text: string, by: string): Command {
  const { names, change } = replacement(document, text, by);
  return { label: `Replace “${text}” by “${by}”`, operations: renameBlocks(document, names, change) };
}

interface Replacement {
  /** The new names of blocks by their ids. */
  readonly names: ReadonlyMap<string, string>;
  /** Changes a text, but no reference to a block or a variable whose name has the text and stays. */
  readonly change: (text: string) => string;
}

function replacement(document: WorkflowDocument, text: string, by: string): Replacement {
  const pattern = new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`), 'giu');
  const change = (around: string): string => around.replaceAll(pattern, () => by);
  const names = newNames(document, change);
  const staying = Object.values(document.blocks).filter(({ id, name }) => change(name) !== name && !names.has(id));
  const bases = new Set(staying.map(({ name }) => referenceName(name)));
  const stays = ({ base, path: [first = ''] }: Reference): boolean => bases.has(base) || (base === 'variable' && change(first) !== first);
  return { names, change: (value) => withReferences(value, (reference) => (stays(reference) ? reference.raw : undefined), change) };
}

/** The names that a replacement changes, by the ids of the blocks. A name that references cannot tell from others stays. */
function newNames(document: WorkflowDocument, change: (text: string) => string): ReadonlyMap<string, string> {
  const taken = takenNames(document);
  const names = new Map<string, string>();
  for (const { id, name } of Object.values(document.blocks)) {
    const next = change(name);
    const reference = referenceName(next);
    const isFree = reference === referenceName(name) || (isReferable(reference) && !taken.has(reference));
    if (next === name || next.trim() === '' || !isFree) continue;
    taken.add(reference);
    names.set(id, next);
  }
  return names;
}

function textsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(textsIn);
  return isJsonObject(value) ? Object.values(value).flatMap(textsIn) : [];
}
