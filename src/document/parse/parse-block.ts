import { isJsonObject, jsonSize, type Json, type JsonObject } from '#kernel/json.js';
import { healBranches } from '../branches.js';
import type { Block, SubBlock } from '../document.js';
import { mostPinBytes } from '../export/pins.js';
import type { DocumentFault } from './faults/document-fault.js';
import { Fields, idRule, isId } from './fields.js';
import type { ParseProblems } from './faults/parse-problems.js';
import { quoted, shortened } from '../quoted.js';

/** A stray key `undefined` that some editors leave behind. */
const strayKey = 'undefined';

/** Registrations of triggers in sub-blocks, which belong to the installation where the workflow ran, and what editors only display. */
const droppedSubBlocks: ReadonlySet<string> = new Set(
  'undefined webhookId triggerPath webhookUrlDisplay triggerInstructions triggerCredentials samplePayload setupScript'.split(' '),
);
/** What fires a trigger, in documents of editors that keep a copy. Other blocks have it by mistake. */
const triggerSubBlocks: ReadonlySet<string> = new Set(['triggerId', 'triggerConfig']);

const readFields: ReadonlySet<string> = new Set([
  strayKey,
  'id',
  'type',
  'name',
  'position',
  'subBlocks',
  'outputs',
  'enabled',
  'data',
  'retry',
  'pin',
]);

/**
 * Parses and normalizes one block. Undefined if it is unusable. All faults are added to the problems.
 * @param at where it is in the JSON that is parsed
 */
export function parseBlock(key: string, raw: Json, problems: ParseProblems, at: DocumentFault['path']): Block | undefined {
  if (!isId(key)) {
    problems.add({ field: 'blocks', message: `Block ${quoted(key)}: its key ${idRule}`, code: 'invalid_id', path: at });
    return undefined;
  }
  if (!isJsonObject(raw)) {
    problems.add({ blockId: key, message: `Block ${quoted(key)} must be an object`, code: 'wrong_type', path: at });
    return undefined;
  }
  const name = typeof raw['name'] === 'string' && raw['name'] !== '' ? raw['name'] : key;
  const place = { at, label: `Block ${quoted(name)}`, blockId: key };
  return readBlock(key, raw, new Fields(raw, place, problems));
}

function readBlock(key: string, raw: JsonObject, fields: Fields): Block {
  const id = fields.id('id');
  if (id !== '' && id !== key) fields.refuse('id', `must be the key of the block, ${quoted(key)}`, 'id_mismatch');
  const type = fields.text('type');
  const position = fields.inside('position');
  return {
    ...Object.fromEntries(Object.entries(raw).filter(([field]) => !readFields.has(field))),
    id: key,
    type,
    name: fields.optionalText('name', ''),
    position: { x: position.number('x', 0), y: position.number('y', 0) },
    subBlocks: readSubBlocks(type, fields, raw['triggerMode'] === true || type === 'generic_webhook'),
    outputs: fields.record('outputs'),
    enabled: fields.flag('enabled', true),
    data: readData(fields),
    ...(fields.has('retry') ? { retry: readRetry(fields.inside('retry')) } : {}),
    ...(fields.has('pin') ? { pin: readPin(fields.inside('pin')) } : {}),
  };
}

function readSubBlocks(blockType: string, fields: Fields, isTrigger: boolean): Record<string, SubBlock> {
  const subBlocks = fields.inside('subBlocks');
  const isDropped = (key: string): boolean => droppedSubBlocks.has(key) || (!isTrigger && triggerSubBlocks.has(key));
  const kept = Object.entries(subBlocks.source).filter(([key, value]) => value !== null && !isDropped(key));
  return Object.fromEntries(
    kept.map(([id, raw]) => {
      if (isJsonObject(raw)) return [id, healBranches(blockType, readSubBlock(id, raw, subBlocks))];
      subBlocks.refuse(shortened(id), 'must be an object {id, type, value}', 'wrong_type');
      return [id, { id, type: '', value: null }];
    }),
  );
}

function readSubBlock(id: string, raw: JsonObject, subBlocks: Fields): SubBlock {
  subBlocks.member(id, raw).warnOfOthers('field');
  const { type = null, value = null } = raw;
  if (type !== null && typeof type !== 'string') subBlocks.refuse(shortened(id), 'must have a string as its type', 'wrong_type');
  return { id, type: typeof type === 'string' ? type : 'short-input', value: value === '' ? null : value };
}

function readData(fields: Fields): JsonObject {
  const data = fields.inside('data');
  const parentId = data.optionalText('parentId', '');
  const { parentId: _, ...others } = data.source;
  return parentId === '' ? others : { ...others, parentId };
}

function readRetry(retry: Fields): NonNullable<Block['retry']> {
  retry.warnOfOthers('retry');
  return {
    enabled: retry.flag('enabled', false),
    maxTries: bounded(retry, 'maxTries', 3, [2, 5]),
    waitBetweenTriesMs: bounded(retry, 'waitBetweenTriesMs', 1_000, [0, 5_000]),
  };
}

function readPin(pin: Fields): NonNullable<Block['pin']> {
  pin.warnOfOthers('pin');
  const output = pin.requiredRecord('output');
  if (jsonSize(output, mostPinBytes) > mostPinBytes) pin.refuse('output', `must have at most ${mostPinBytes / 1024} KB`, 'too_large');
  const handle = pin.optionalText('handle', '');
  return { output, ...(handle === '' ? {} : { handle }) };
}

function bounded(fields: Fields, name: string, fallback: number, [least, most]: readonly [number, number]): number {
  const written = fields.number(name, fallback);
  const kept = Math.min(most, Math.max(least, Math.floor(written)));
  if (kept !== written)
    fields.warn(name, `takes a whole number from ${least} to ${most}, so ${kept} was kept, not ${written}`, 'out_of_range');
  return kept;
}
