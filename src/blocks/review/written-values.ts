import { isContainer } from '#document/block-roles.js';
import type { Block } from '#document/document.js';
import { quoted } from '#document/quoted.js';
import type { Json } from '#kernel/json.js';
import { numberIn } from '#engine/values/coerce.js';
import { plainText } from '#engine/values/json-text.js';
import type { PaletteEntry } from '../define-block.js';
import { isFilled, isOpen } from '../fields/blank.js';
import { isTypedList } from '../fields/collection.js';
import { isBrokenJson } from '../fields/json-like.js';
import { branchBounds } from '../flow/parallel/parallel.block.js';
import { isRelevant, valuesOf } from './field-texts.js';
import { finding, type Finding } from './finding.js';

/** Mistakes in JSON texts that a run cannot read, whatever its data are. */
export function jsonFindings(block: Block, palette: PaletteEntry): readonly Finding[] {
  if (isContainer(block)) {
    const written = valueOf(block, 'collection', palette);
    const isWrong = typeof written === 'string' && isFilled(written) && !isOpen(written) && !isTypedList(written);
    return isWrong ? [invalidJson(block, 'collection', 'must be a list or an object')] : [];
  }
  if (block.type !== 'workflow' && block.type !== 'workflow_input') return [];
  const values = valuesOf(block);
  const field = isFilled(values['inputMapping']) ? 'inputMapping' : 'input';
  return isBrokenJson(values[field])
    ? [invalidJson(block, field, 'begins like JSON and is not: names and texts are in double quotes')]
    : [];
}

function invalidJson(block: Block, field: string, what: string): Finding {
  return finding({ block, field, code: 'invalid_json', what, isSure: true });
}

/** Whole numbers of containers that a run brings within their bounds. */
export function boundsFindings(block: Block, palette: PaletteEntry): readonly Finding[] {
  if (!isContainer(block)) return [];
  const batch = block.type === 'parallel' ? outside(block, 'batchSize', valueOf(block, 'batchSize', palette), branchBounds) : [];
  return [...outside(block, 'count', valueOf(block, 'count', palette), [0, Infinity]), ...batch];
}

function outside(block: Block, field: string, written: Json | undefined, [least, most]: readonly [number, number]): readonly Finding[] {
  if (!isFilled(written)) return [];
  const number = numberIn(plainText(written));
  if (number !== null && Number.isInteger(number) && number >= least && number <= most) return [];
  const range = most === Infinity ? `of at least ${least}` : `from ${least} to ${most}`;
  return [finding({ block, field, code: 'out_of_range', what: `takes a whole number ${range}, not ${quoted(plainText(written))}` })];
}

/** The value of a field that counts. */
function valueOf(block: Block, field: string, { inputs: { properties } }: PaletteEntry): Json | undefined {
  const values = valuesOf(block);
  const schema = properties[field];
  return schema !== undefined && isRelevant(schema, values, properties) ? values[field] : undefined;
}
