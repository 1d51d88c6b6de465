import type { OpenApi } from './document.js';
import type { JsonSchema } from './json-schema.js';
import type { Operation } from './operation.js';

/** An operation with its method and path. */
export interface Placed {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/**
 * Operations that clients omit: pages for people and where browsers return to them, messages of the Model Context Protocol, which has clients
 * of its kind, and operations that the hand-written client covers.
 */
const left =
  /^(apiReference|chatPage|metrics|oidc|resumePage)\.|^(mcpServers\.finishAuthorization|workflowServers\.serve|executions\.(execute|stream|replay)|pauses\.resume)$/;

/** The operations of a client, by group. */
export function operationGroups({ paths }: OpenApi): ReadonlyMap<string, readonly Placed[]> {
  const groups = new Map<string, Placed[]>();
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const [group = ''] = operation.operationId.split('.');
      if (!left.test(operation.operationId)) groups.set(group, [...(groups.get(group) ?? []), { method, path, operation }]);
    }
  }
  return groups;
}

interface PagedList {
  /** Path of the members in a page, such as `data.rows`. */
  readonly list: string;
  readonly items: JsonSchema;
  /** The parameter that requests the next page, and the place of its value in a page. */
  readonly by: 'cursor' | 'offset';
  readonly from: string;
}

type Fields = Readonly<Record<string, JsonSchema>>;

/** The members of a page and their place, if the operation returns pages. */
export function pagedList(
  { parameters = [] }: Operation,
  schema: JsonSchema,
  schemas: OpenApi['components']['schemas'],
): PagedList | undefined {
  const fieldsOf = (part: JsonSchema = {}): Fields => (schemas[part.$ref?.split('/').at(-1) ?? ''] ?? part).properties ?? {};
  const page = fieldsOf(schema);
  const places = [...placed(page, ''), ...placed(fieldsOf(page['data']), 'data.')];
  const [list, items] = places.map(([place, field]) => [place, field.items] as const).find(([, members]) => members !== undefined) ?? [];
  const by = (['cursor', 'offset'] as const).find((name) => parameters.some((parameter) => parameter.name === name));
  const from = places.map(([place]) => place).find((place) => place.endsWith(by === 'cursor' ? 'nextCursor' : 'pagination'));
  return list === undefined || items === undefined || by === undefined || from === undefined ? undefined : { list, items, by, from };
}

function placed(fields: Fields, prefix: string): readonly (readonly [string, JsonSchema])[] {
  return Object.entries(fields).map(([name, schema]) => [prefix + name, schema] as const);
}
