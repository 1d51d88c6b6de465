import type { OpenApi } from './document.js';
import type { JsonSchema } from './json-schema.js';
import type { Operation } from './operation.js';

/** An operation, and where it is called. */
export interface Placed {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** What a program does not call: pages for people, and what the front door of the client does better. */
const left = /^(apiReference|resumePage|metrics)\.|^(executions\.(execute|stream|replay)|pauses\.resume)$/;

/** The operations of a client by the names of their groups. */
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
  readonly field: string;
  readonly items: JsonSchema;
}

/** Where the members of a page are and what they are, if the operation lists pages of them. */
export function pagedList(
  { parameters = [] }: Operation,
  schema: JsonSchema,
  schemas: OpenApi['components']['schemas'],
): PagedList | undefined {
  if (!parameters.some(({ name }) => name === 'cursor')) return undefined;
  const { properties = {} } = schema.$ref === undefined ? schema : (schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  const [field, list] = Object.entries(properties).find(([, { items }]) => items !== undefined) ?? [];
  if (field === undefined || list?.items === undefined || properties['nextCursor'] === undefined) return undefined;
  return { field, items: list.items };
}
