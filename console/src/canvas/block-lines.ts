import type { Block } from '../../../src/document/document.js';
import { redactCredentials } from '../../../src/engine/masking/credential-names.js';
import { isJsonObject, type Json } from '../../../src/kernel/json.js';

/** One line on a block: a field with its value, or a branch with its own way out. */
export interface BlockLine {
  readonly label: string;
  readonly text: string;
  /** The handle that wires of the line leave from. */
  readonly handle?: string;
}

const mostLines = 3;
const branchFields: Readonly<Record<string, readonly [field: string, prefix: string]>> = {
  condition: ['conditions', 'condition-'],
  router_v2: ['routes', 'router-'],
};

/** What a block shows of itself: all of its branches, or its first fields that have a value. */
export function blockLines(block: Block): readonly BlockLine[] {
  const branches = branchLines(block);
  if (branches !== undefined) return branches;
  return Object.values(block.subBlocks)
    .map(({ id, value }) => ({ label: wordsOf(id), text: valueText(shown(id, value)) }))
    .filter(({ text }) => text !== '')
    .slice(0, mostLines);
}

function branchLines({ type, subBlocks }: Block): readonly BlockLine[] | undefined {
  const [field, prefix] = branchFields[type] ?? [];
  if (field === undefined || prefix === undefined) return undefined;
  const list = listIn(subBlocks[field]?.value);
  return list.filter(isJsonObject).flatMap((entry) => {
    const { id, title, value, route } = entry;
    if (typeof id !== 'string') return [];
    return [{ label: textOf(title) || textOf(route) || 'branch', text: oneLine(textOf(value)), handle: `${prefix}${id}` }];
  });
}

function listIn(value: Json | undefined): readonly Json[] {
  try {
    const list: unknown = typeof value === 'string' ? JSON.parse(value) : value;
    return Array.isArray(list) ? (list as readonly Json[]) : [];
  } catch {
    return [];
  }
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** References to secrets and to outputs. */
const reference = /^(?:\{\{[^{}]+\}\}|<[^<>]+>)$/u;

/** A value as a trace shows it: a credential is left out, but for a reference to one. */
function shown(id: string, value: Json): Json {
  if (typeof value === 'string' && reference.test(value.trim())) return value;
  const redacted = redactCredentials({ [id]: value });
  return (isJsonObject(redacted) ? redacted[id] : undefined) ?? null;
}

const longestText = 80;

/** A value in one line; nothing for what is empty. */
function valueText(value: Json): string {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return '';
  if (typeof value === 'string') return oneLine(value);
  if (Array.isArray(value)) return oneLine(namesIn(value as readonly Json[]));
  return oneLine(typeof value === 'object' ? JSON.stringify(value) : String(value));
}

/** Entries without names are counted. */
function namesIn(list: readonly Json[]): string {
  const names = list.map(nameIn);
  return names.includes('') ? `${list.length} ${list.length === 1 ? 'entry' : 'entries'}` : names.join(', ');
}

function nameIn(value: Json): string {
  if (!isJsonObject(value)) return typeof value === 'string' ? value : JSON.stringify(value);
  const { name: named, title, key, cells } = value;
  const name = [named, title, key, isJsonObject(cells) ? cells['Key'] : undefined].find((each) => typeof each === 'string' && each !== '');
  return typeof name === 'string' ? name : '';
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > longestText ? `${line.slice(0, longestText)}…` : line;
}

/** `inputFormat` as `input format`. */
export function wordsOf(id: string): string {
  return id
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
}
