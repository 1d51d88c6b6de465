import type { Json, JsonObject } from '#kernel/json.js';
import type { Block, DocumentProblem } from '#modules/workflows/index.js';
import type { BlockInputs } from '../../engine/block-inputs.js';
import { BlockFailure } from '../../engine/block-failure.js';
import { numberIn } from '../../engine/coerce.js';
import { fieldOf, fieldProblem } from '../field-problem.js';
import { keyValueRows } from '../key-value-rows.js';
import { anything, choice, fields, json, list, number, output, table } from '../palette-fields.js';
import type { PaletteEntry, PublishedBlock } from '../palette.js';
import { buildData } from './response-data.js';
import { headerNameFault, headerValueFault } from './response-headers.js';

const contentType = 'Content-Type';

const palette: PaletteEntry = {
  name: 'Response',
  description: 'Ends the run with an answer of its own: body, status and headers for a caller who waits.',
  category: 'control',
  inputs: fields({
    dataMode: choice('How the body is written.', ['structured', 'json'], { default: 'structured' }),
    builderData: list(
      'The fields of the body.',
      fields({
        name: { type: 'string', description: 'Name of the field.' },
        type: choice('What the value becomes.', ['string', 'number', 'boolean', 'object', 'array']),
        value: json('The value; for an object or a list, JSON or further fields.'),
      }),
      { type: 'array', 'x-when': { dataMode: ['structured'] } },
    ),
    data: json('The body.', { 'x-when': { dataMode: ['json'] } }),
    status: number('The HTTP status. Anything that is none is 200.', { default: 200, minimum: 200, maximum: 599 }),
    headers: table('Response headers, except those that belong to the server.'),
  }),
  outputs: {
    data: anything('The body.'),
    status: output('integer', 'The HTTP status.'),
    headers: output('object', 'The headers.'),
  },
  handles: ['error'],
};

/** Ends the run with an answer of the author's: body, status and headers. */
export const responseBlock: PublishedBlock = {
  type: 'response',
  palette,
  check: headerProblems,
  run: ({ params }, { inputs }) => {
    const data = readData(params, inputs);
    const status = readStatus(inputs.text(params['status']));
    const headers = readHeaders(params['headers'], inputs);
    return { output: { data, status, headers }, response: { status, headers } };
  },
};

/** Faults that show before any run. Names and values with references are looked at again when they are known. */
function headerProblems(block: Block): readonly DocumentProblem[] {
  return keyValueRows(fieldOf(block, 'headers')).flatMap(([name, value]) => {
    const fault = /[<{]/.test(name) ? null : headerNameFault(name.trim());
    if (fault !== null) return [fieldProblem(block, 'headers', `"${name}" ${fault}`, 'invalid_header')];
    const hasBreak = typeof value === 'string' && /[\r\n\0]/.test(value);
    return hasBreak ? [fieldProblem(block, 'headers', `"${name}" has a line break in its value`, 'invalid_header')] : [];
  });
}

function readData(params: JsonObject, inputs: BlockInputs): Json {
  const isBuilt = (params['dataMode'] ?? 'structured') === 'structured' && params['builderData'] !== undefined;
  if (isBuilt) return buildData(params['builderData'], inputs);
  const data = params['data'] ?? '';
  return data === '' ? {} : inputs.json(data);
}

/** A status below 200 would announce a further answer, which never comes. */
function readStatus(text: string): number {
  const status = Math.floor(numberIn(text) ?? 200);
  return status >= 200 && status <= 599 ? status : 200;
}

function readHeaders(field: Json | undefined, inputs: BlockInputs): Record<string, string> {
  const rows = keyValueRows(field).map(([key, value]) => [inputs.text(key).trim(), inputs.text(value)] as const);
  for (const [name, value] of rows) {
    const fault = headerNameFault(name) ?? headerValueFault(value);
    if (fault !== null) throw new BlockFailure(`Invalid response header: "${printable(name)}" ${fault}`, { status: 400 });
  }
  const isTyped = rows.some(([name]) => name.toLowerCase() === contentType.toLowerCase());
  return Object.fromEntries(isTyped ? rows : [[contentType, 'application/json'], ...rows]);
}

function printable(name: string): string {
  return name.replace(/[^\x20-\x7e]/g, '?').slice(0, 80);
}
