import type { Json } from '#kernel/json.js';
import type { Block, DocumentProblem } from '#document/document.js';
import { BlockFailure } from '#engine/block-failure.js';
import type { BlockInputs } from '#engine/values/block-inputs.js';
import { numberIn } from '#engine/values/coerce.js';
import { fieldOf, fieldProblem } from '../../fields/field-problem.js';
import { keyValueRows } from '../../fields/key-value-rows.js';
import { buildData } from './response-data.js';
import { headerNameFault, headerValueFault } from './response-headers.js';

const contentType = 'Content-Type';

/** The fields that a body is written in, as written. */
export interface WrittenBody {
  readonly dataMode?: Json | undefined;
  readonly builderData?: Json | undefined;
  readonly data?: Json | undefined;
}

/** The body: an empty object when there is none. */
export function responseBody({ dataMode, builderData, data }: WrittenBody, inputs: BlockInputs): Json {
  const isBuilt = (dataMode ?? 'structured') === 'structured' && builderData !== undefined;
  if (isBuilt) return buildData(builderData, inputs);
  const written = data ?? '';
  return written === '' ? {} : inputs.json(written);
}

/** A status below 200 would announce a further answer, which never comes. */
export function responseStatus(field: Json | undefined, inputs: BlockInputs): number {
  const status = Math.floor(numberIn(inputs.text(field)) ?? 200);
  return status >= 200 && status <= 599 ? status : 200;
}

/** @throws BlockFailure for a header that no answer may have */
export function responseHeaders(field: Json | undefined, inputs: BlockInputs): Record<string, string> {
  const rows = keyValueRows(field).map(([key, value]) => [inputs.text(key).trim(), inputs.text(value)] as const);
  for (const [name, value] of rows) {
    const fault = headerNameFault(name) ?? headerValueFault(value);
    if (fault !== null) throw new BlockFailure(`Invalid response header: "${printable(name)}" ${fault}`, { status: 400 });
  }
  const isTyped = rows.some(([name]) => name.toLowerCase() === contentType.toLowerCase());
  return Object.fromEntries(isTyped ? rows : [[contentType, 'application/json'], ...rows]);
}

/** Faults that show before any run. Names and values with references are looked at again when they are known. */
export function headerProblems(block: Block): readonly DocumentProblem[] {
  return keyValueRows(fieldOf(block, 'headers')).flatMap(([name, value]) => {
    const fault = /[<{]/.test(name) ? null : headerNameFault(name.trim());
    if (fault !== null) return [fieldProblem(block, 'headers', `"${name}" ${fault}`, 'invalid_header')];
    const hasBreak = typeof value === 'string' && /[\r\n\0]/.test(value);
    return hasBreak ? [fieldProblem(block, 'headers', `"${name}" has a line break in its value`, 'invalid_header')] : [];
  });
}

function printable(name: string): string {
  return name.replace(/[^\x20-\x7e]/g, '?').slice(0, 80);
}
