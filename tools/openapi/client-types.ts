import type { JsonSchema } from './json-schema.js';

/** A schema as a TypeScript type. */
export function typeOf(schema: JsonSchema, prefix = ''): string {
  const { $ref, anyOf, allOf, enum: choices, items, prefixItems, properties, additionalProperties } = schema;
  if ($ref !== undefined) return `${prefix}${$ref.split('/').at(-1) ?? ''}`;
  if (anyOf !== undefined) return anyOf.map((each) => typeOf(each, prefix)).join(' | ');
  if (allOf !== undefined) return allOf.map((each) => typeOf(each, prefix)).join(' & ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (choices !== undefined) return choices.map((choice) => JSON.stringify(choice)).join(' | ');
  if (prefixItems !== undefined) return `readonly [${prefixItems.map((each) => typeOf(each, prefix)).join(', ')}]`;
  if (items !== undefined) return `readonly ${wrapped(typeOf(items, prefix))}[]`;
  if (properties !== undefined) return objectType(schema, prefix);
  if (typeof additionalProperties === 'object') return `Readonly<Record<string, ${typeOf(additionalProperties, prefix)}>>`;
  return [schema.type ?? 'unknown'].flat().map(plainType).join(' | ');
}

function plainType(type: string): string {
  if (type === 'integer') return 'number';
  return type === 'object' ? 'Readonly<Record<string, unknown>>' : type;
}

function wrapped(type: string): string {
  return /[ |&]/.test(type) && !type.startsWith('{') ? `(${type})` : type;
}

function objectType({ properties = {}, required = [], additionalProperties }: JsonSchema, prefix: string): string {
  const fields = Object.entries(properties).map(
    ([name, schema]) =>
      `${comment(schema.description)}readonly ${key(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema, prefix)};`,
  );
  if (additionalProperties !== undefined && additionalProperties !== false) fields.push('readonly [name: string]: unknown;');
  return `{\n${fields.join('\n')}\n}`;
}

function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

export function comment(text: string | undefined): string {
  return text === undefined ? '' : `/** ${text.replaceAll('*/', '* /')} */\n`;
}
