import type { FieldsSchema, ValueSchema } from '../palette.js';

const holds = { 'x-holds': ['references', 'secrets'] } as const;

export function fields(properties: Readonly<Record<string, ValueSchema>>, ...required: readonly string[]): FieldsSchema {
  return { type: 'object', properties, ...(required.length === 0 ? {} : { required }) };
}

/** Text with data put in; a number or a truth value stands for its text. */
export function text(description: string, more: ValueSchema = {}): ValueSchema {
  return { description, type: ['string', 'number', 'boolean'], ...holds, ...more };
}

/** JSON as text with data put in, or the value itself with data put into its texts. */
export function json(description: string, more: ValueSchema = {}): ValueSchema {
  return { description, contentMediaType: 'application/json', ...holds, ...more };
}

export function javascript(description: string, more: ValueSchema = {}): ValueSchema {
  return { description, type: 'string', contentMediaType: 'text/javascript', ...holds, ...more };
}

/** A number, or a text that stands for one. */
export function number(description: string, more: ValueSchema = {}): ValueSchema {
  return { description, type: ['number', 'string'], ...holds, ...more };
}

/** A number, or a text that is one as it is written. */
export function writtenNumber(description: string, more: ValueSchema = {}): ValueSchema {
  return { description, type: ['number', 'string'], ...more };
}

export function choice(description: string, values: readonly string[], more: ValueSchema = {}): ValueSchema {
  return { description, type: 'string', enum: values, ...more };
}

export function flag(description: string, more: ValueSchema = {}): ValueSchema {
  return { description, type: ['boolean', 'string'], enum: [true, false, 'true', 'false'], default: false, ...more };
}

/** Entries with these fields, or the JSON text of such a list. */
export function list(description: string, entry: FieldsSchema, more: ValueSchema = {}): ValueSchema {
  return { description, type: ['array', 'string'], contentMediaType: 'application/json', items: entry, ...more };
}

/** Rows of a key and a value. */
export function table(description: string, more: ValueSchema = {}): ValueSchema {
  const cells = fields({ Key: text('Name; a row without one does not count.'), Value: text('Value.') });
  const row = { anyOf: [fields({ cells }, 'cells'), cells], description: '`{cells: {Key, Value}}` or `{Key, Value}`.' };
  return { description, type: ['array', 'object', 'string'], items: row, additionalProperties: text('Value.'), ...more };
}

/** An output. */
export function output(type: string | readonly string[], description: string): ValueSchema {
  return { description, type };
}

/** An output that may be anything. */
export function anything(description: string): ValueSchema {
  return { description };
}
