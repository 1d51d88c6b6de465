import { markup, type Html } from '#edge/answer/markup.js';
import type { FieldSchema } from './api-description.js';

/** A schema in a few words: `string (date-time) or null`, `list of LogEntry`. Named schemas are links. */
export function kindOf(schema: FieldSchema): Html {
  if (schema.$ref !== undefined) return link(schema.$ref);
  if (schema.anyOf !== undefined) return alternatives(schema.anyOf.map(kindOf));
  if (schema.allOf !== undefined) return markup`${schema.allOf.map((part, at) => markup`${at > 0 && ' and '}${kindOf(part)}`)}`;
  if (schema.const !== undefined) return markup`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.enum !== undefined) return alternatives(schema.enum.map((choice) => markup`<code>${JSON.stringify(choice)}</code>`));
  if (schema.items !== undefined) return markup`list of ${kindOf(schema.items)}`;
  const types = schema.type === undefined ? ['anything'] : [schema.type].flat();
  return markup`${types.join(' or ')}${schema.format !== undefined && ` (${schema.format})`}${limitsOf(schema)}`;
}

function alternatives(kinds: readonly Html[]): Html {
  return markup`${kinds.map((kind, at) => markup`${at > 0 && ' or '}${kind}`)}`;
}

function link(reference: string): Html {
  const name = reference.split('/').at(-1) ?? '';
  return markup`<a href="#schema-${name}">${name}</a>`;
}

function limitsOf({ minimum, maximum, minLength, maxLength, default: preset }: FieldSchema): string {
  const range = (from: number | undefined, to: number | undefined, unit: string): string => {
    if (from !== undefined && to !== undefined) return `, ${from} to ${to}${unit}`;
    if (to !== undefined) return `, at most ${to}${unit}`;
    return from === undefined ? '' : `, at least ${from}${unit}`;
  };
  const usual = preset === undefined ? '' : `, default: ${JSON.stringify(preset)}`;
  return range(minimum, maximum, '') + range(minLength, maxLength, ' characters') + usual;
}

/** A text in which parts between backticks are code. */
export function withCode(text: string | undefined): Html | undefined {
  if (text === undefined) return undefined;
  return markup`${text.split('`').map((part, at) => (at % 2 === 1 ? markup`<code>${part}</code>` : part))}`;
}

/** The fields of an object, with the fields of nested objects below them. */
export function fieldList({ properties, required = [], additionalProperties }: FieldSchema): Html | undefined {
  const entries = Object.entries(properties ?? {});
  if (entries.length === 0) return undefined;
  return markup`<dl>
    ${entries.map(
      ([name, schema]) =>
        markup`<div>
          <dt><code>${name}</code> ${kindOf(schema)}${!required.includes(name) && ', may be absent'}</dt>
          <dd>${withCode(schema.description)}${fieldList(schema.items ?? schema)}</dd>
        </div>`,
    )}
    ${typeof additionalProperties === 'object' && markup`<div><dt>any other field: ${kindOf(additionalProperties)}</dt></div>`}
  </dl>`;
}
