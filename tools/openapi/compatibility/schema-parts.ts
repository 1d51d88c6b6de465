import type { JsonSchema } from '../json-schema.js';

/** The types of what a schema lets in; undefined: all. */
export function typesOf(schema: JsonSchema): readonly string[] | undefined {
  if (schema.type !== undefined) return [schema.type].flat();
  const choices = choicesOf(schema);
  if (choices === undefined) return undefined;
  return [...new Set(choices.map((choice) => (choice === null ? 'null' : typeof choice)))];
}

/** The values it lets in, if they are counted. */
export function choicesOf({ enum: choices, const: only }: JsonSchema): readonly (string | number | boolean | null)[] | undefined {
  return choices ?? (only === undefined ? undefined : [only]);
}

export function coversType(types: readonly string[], type: string): boolean {
  return types.includes(type) || (type === 'integer' && types.includes('number'));
}

/** Its forms; itself when it has only one. */
export function alternativesOf(schema: JsonSchema): readonly JsonSchema[] {
  return schema.anyOf ?? [schema];
}

/** A form in a word or two. */
export function formOf(schema: JsonSchema): string {
  const name = schema.$ref?.split('/').at(-1);
  return name ?? JSON.stringify(schema.const) ?? typesOf(schema)?.join(' or ') ?? 'anything';
}
