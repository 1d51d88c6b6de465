import type { WorkflowDocument } from '../../../../src/document/document.js';
import type { Json } from '../../../../src/kernel/json.js';
import { isJsonObject } from '../../../../src/kernel/json.js';
import type { Command } from './command.js';
import { renameBlocks } from './references.js';

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

/** Looks for a text in names, types and fields, case ignored. */
export function findText({ blocks }: WorkflowDocument, text: string): readonly Finding[] {
  const wanted = text.toLowerCase();
  if (wanted === '') return [];
  return Object.values(blocks).flatMap(({ id, name, type, subBlocks, data }) => {
    const found = (field: string, value: Json, canReplace = true): readonly Finding[] =>
      textsIn(value).flatMap((each) => {
        const at = each.toLowerCase().indexOf(wanted);
        if (at < 0) return [];
        const excerpt = each.slice(Math.max(0, at - around), at + wanted.length + around).replaceAll(/\s+/g, ' ');
        return [{ blockId: id, blockName: name, field, excerpt, canReplace }];
      });
    return [
      ...found('name', name),
      ...found('type', type, false),
      ...Object.values(subBlocks).flatMap(({ id: field, value }) => found(field, value)),
      ...Object.entries(data).flatMap(([field, value]) => (field === 'parentId' ? [] : found(field, value, false))),
    ];
  });
}

/** Replaces a text wherever it was found, as one edit. References follow names. */
export function replaceText(document: WorkflowDocument, text: string, by: string): Command {
  const pattern = new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`), 'giu');
  const change = (value: string): string => value.replaceAll(pattern, () => by);
  const names = Object.values(document.blocks).flatMap(({ id, name }) => (change(name) === name ? [] : [[id, change(name)] as const]));
  return { label: `Replace “${text}” by “${by}”`, operations: renameBlocks(document, new Map(names), change) };
}

function textsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(textsIn);
  return isJsonObject(value) ? Object.values(value).flatMap(textsIn) : [];
}
