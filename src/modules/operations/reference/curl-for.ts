import type { FieldSchema, PlacedOperation } from './api-description.js';

type Schemas = Readonly<Record<string, FieldSchema>>;

/** A request that can be pasted into a shell once the words in capitals are replaced. */
export function curlFor({ method, path, operation }: PlacedOperation, schemas: Schemas, baseUrl: string): string {
  const { parameters = [], requestBody, security } = operation;
  const required = parameters.filter((parameter) => parameter.in === 'query' && parameter.required === true);
  const query = required.map(({ name }) => `${name}=${placeholder(name)}`).join('&');
  const address = `${baseUrl}${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => placeholder(name))}${query === '' ? '' : `?${query}`}`;
  const lines = [`curl ${method === 'GET' ? '' : `-X ${method} `}'${address}'`];
  // No requirement at all: the route is public.
  if (security?.length !== 0) lines.push(`-H "X-API-Key: $SLUICE_API_KEY"`);
  const body = requestBody?.content['application/json']?.schema;
  if (body !== undefined) lines.push(`-H 'Content-Type: application/json' -d '${JSON.stringify(exampleOf(body, schemas))}'`);
  return lines.join(' \\\n  ');
}

function placeholder(name: string): string {
  return name.replaceAll(/([A-Z])/g, '_$1').toUpperCase();
}

function exampleOf(schema: FieldSchema, schemas: Schemas): unknown {
  const {
    examples,
    properties = {},
    required = [],
  } = schema.$ref === undefined ? schema : (schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  return examples?.[0] ?? Object.fromEntries(required.map((name) => [name, sampleOf(name, properties[name] ?? {})]));
}

/** Something that a field could hold: what its schema shows or lists, else its name. */
function sampleOf(name: string, { examples, enum: choices, type }: FieldSchema): unknown {
  const [kind] = [type ?? 'object'].flat();
  const samples: Readonly<Record<string, unknown>> = { string: placeholder(name), array: [], number: 1, integer: 1, boolean: true };
  return examples?.[0] ?? choices?.[0] ?? samples[kind ?? 'object'] ?? {};
}
