import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';

/** What a schema inside another one checks: the same value, a value inside of that one, or nothing by itself. */
type Checks = 'same' | 'inward' | 'stored';

interface Form {
  readonly holds: 'one' | 'list' | 'map';
  readonly checks: Checks;
}

const one = (checks: Checks): Form => ({ holds: 'one', checks });
const list = (checks: Checks): Form => ({ holds: 'list', checks });
const map = (checks: Checks): Form => ({ holds: 'map', checks });

/** The keywords that hold schemas. */
const forms: ReadonlyMap<string, Form> = new Map([
  ['additionalProperties', one('inward')],
  ['propertyNames', one('inward')],
  ['contains', one('inward')],
  ['items', one('inward')],
  ['unevaluatedProperties', one('inward')],
  ['unevaluatedItems', one('inward')],
  ['not', one('same')],
  ['if', one('same')],
  ['then', one('same')],
  ['else', one('same')],
  ['allOf', list('same')],
  ['anyOf', list('same')],
  ['oneOf', list('same')],
  ['prefixItems', list('inward')],
  ['dependentSchemas', map('same')],
  ['dependencies', map('same')],
  ['properties', map('inward')],
  ['patternProperties', map('inward')],
  ['$defs', map('stored')],
  ['definitions', map('stored')],
]);

/** A schema inside another one. */
export interface Subschema {
  /** Keyword, and entry of the keyword: the path from the schema around it. */
  readonly path: readonly string[];
  readonly schema: Json;
  readonly checks: Checks;
}

/** The schemas directly inside a schema. */
export function subschemas(schema: JsonObject): readonly Subschema[] {
  return Object.entries(schema).flatMap(([keyword, value]) => inKeyword(keyword, value));
}

function inKeyword(keyword: string, value: Json): readonly Subschema[] {
  const form = forms.get(keyword);
  if (form === undefined) return [];
  const { holds, checks } = form;
  if (holds === 'one') return [{ path: [keyword], schema: value, checks }];
  const isOfForm = holds === 'list' ? Array.isArray(value) : isJsonObject(value);
  if (!isOfForm) return [];
  // An entry of `dependencies` may also be a list of names.
  const entries = Object.entries(value as JsonObject).filter(([, each]) => !(keyword === 'dependencies' && Array.isArray(each)));
  return entries.map(([name, schema]) => ({ path: [keyword, name], schema, checks }));
}

/** A place in a schema as a reference writes it: `#/properties/name`. */
export function pointerOf(path: readonly string[]): string {
  return ['#', ...path.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1'))].join('/');
}
