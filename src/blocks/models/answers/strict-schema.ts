import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import { pointerOf, subschemas } from './schema-walk.js';

/** What a strict provider rejects at one place of a schema. */
export interface StrictFinding {
  readonly path: string;
  readonly what: string;
}

const mostFindings = 10;
const unsupported: readonly string[] = [
  'default',
  'allOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'patternProperties',
  'propertyNames',
  'dependentSchemas',
  'dependentRequired',
  'dependencies',
  'unevaluatedProperties',
  'unevaluatedItems',
  'contains',
  'prefixItems',
];

/** What providers with strict schemas reject, the first ten places. The schema is known to be readable. */
export function strictFindings(schema: JsonObject): readonly StrictFinding[] {
  const root = schema['type'] === 'object' ? [] : [{ path: '#', what: 'is not of type object at the top' }];
  return [...root, ...findingsAt(schema, [])].slice(0, mostFindings);
}

function findingsAt(schema: Json, path: readonly string[]): readonly StrictFinding[] {
  if (!isJsonObject(schema)) return [];
  const at = pointerOf(path);
  const words = unsupported.filter((keyword) => Object.hasOwn(schema, keyword)).map((keyword) => ({ path: at, what: `uses "${keyword}"` }));
  const inner = subschemas(schema).flatMap(({ schema: each, path: place }) => findingsAt(each, [...path, ...place]));
  return [...words, ...objectFindings(schema, at), ...inner];
}

function objectFindings(schema: JsonObject, at: string): readonly StrictFinding[] {
  const { type, properties, required, additionalProperties } = schema;
  const isObject = [type].flat().includes('object') || isJsonObject(properties);
  if (!isObject) return [];
  const names = isJsonObject(properties) ? Object.keys(properties) : [];
  const needed = Array.isArray(required) ? (required as readonly Json[]) : [];
  const optional = names.filter((name) => !needed.includes(name));
  return [
    ...(additionalProperties === false ? [] : [{ path: at, what: 'lacks "additionalProperties": false' }]),
    ...(optional.length === 0 ? [] : [{ path: at, what: `has optional fields: ${optional.slice(0, 5).join(', ')}` }]),
  ];
}
