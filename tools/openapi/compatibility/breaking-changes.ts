import type { OpenApi } from '../document.js';
import type { Operation } from '../operation.js';
import type { ResponseObject } from '../response-object.js';
import { SchemaComparison } from './schema-comparison.js';

type Parameter = NonNullable<Operation['parameters']>[number];
type Contents = NonNullable<ResponseObject['content']>;

interface Versions<Part> {
  readonly before: Part;
  readonly after: Part;
}

/**
 * Lists the changes from `before` to `after` that break existing clients, a sentence each, beginning with its place.
 * Additions to responses and optional inputs are compatible.
 */
export function breakingChanges(before: OpenApi, after: OpenApi): readonly string[] {
  return new Comparison(before, after).changes();
}

class Comparison {
  readonly #taken: SchemaComparison;
  readonly #answered: SchemaComparison;

  constructor(
    private readonly before: OpenApi,
    private readonly after: OpenApi,
  ) {
    const schemas = { before: before.components.schemas, after: after.components.schemas };
    this.#taken = new SchemaComparison('taken', schemas);
    this.#answered = new SchemaComparison('answered', schemas);
  }

  changes(): readonly string[] {
    const now = operationsOf(this.after);
    const found = [...operationsOf(this.before)].flatMap(([key, { name, operation }]) => {
      const same = now.get(key);
      return same === undefined ? [`${name}: is gone`] : this.#operation(name, { before: operation, after: same.operation });
    });
    // A schema that many routes use has changed once.
    return [...new Set(found)];
  }

  #operation(name: string, { before, after }: Versions<Operation>): readonly string[] {
    const own: string[] = [];
    if (before.operationId !== after.operationId) own.push(`is ${after.operationId} in clients now, and was ${before.operationId}`);
    if (before.security?.length === 0 && after.security?.length !== 0) own.push('needs a key now');
    return [
      ...own.map((change) => `${name}: ${change}`),
      ...this.#parameters(name, { before: before.parameters ?? [], after: after.parameters ?? [] }),
      ...this.#body(name, { before: before.requestBody, after: after.requestBody }),
      ...Object.entries(before.responses).flatMap(([status, response]) => {
        const now = after.responses[status];
        const place = `${name} ${status}`;
        return now === undefined ? [`${place}: is gone`] : this.#response(place, { before: response, after: now });
      }),
    ];
  }

  #parameters(name: string, { before, after }: Versions<readonly Parameter[]>): readonly string[] {
    const named = (list: readonly Parameter[]): ReadonlyMap<string, Parameter> =>
      // Names of path variables are not sent.
      new Map(list.filter((each) => each.in !== 'path').map((each) => [`${each.in} ${each.name}`, each]));
    const [was, is] = [named(before), named(after)];
    const gone = [...was].flatMap(([key, { schema }]) => {
      const now = is.get(key);
      const place = `${name} ${key}`;
      return now === undefined ? [`${place}: is gone`] : this.#taken.changes({ before: schema, after: now.schema, place });
    });
    const required = [...is].filter(([key, { required: must }]) => must === true && was.get(key)?.required !== true);
    return [...gone, ...required.map(([key]) => `${name} ${key}: has to be sent now`)];
  }

  #body(name: string, { before, after }: Versions<Operation['requestBody']>): readonly string[] {
    const place = `${name} body`;
    if (before === undefined) return after?.required === true ? [`${place}: has to be sent now`] : [];
    const required = !before.required && after?.required === true ? [`${place}: has to be sent now`] : [];
    return [...required, ...contentChanges(this.#taken, place, { before: before.content, after: after?.content ?? {} })];
  }

  #response(place: string, { before, after }: Versions<ResponseObject>): readonly string[] {
    const [was, is] = [resolved(before, this.before), resolved(after, this.after)];
    const headers = Object.keys(was.headers ?? {}).filter((header) => is.headers?.[header] === undefined);
    // Of what every route may refuse, only examples are named.
    const codes = before.$ref === undefined ? codesIn(was).filter((code) => !codesIn(is).includes(code)) : [];
    return [
      ...headers.map((header) => `${place}: its header ${header} is gone`),
      ...codes.map((code) => `${place}: its code ${code} is gone`),
      ...contentChanges(this.#answered, place, { before: was.content ?? {}, after: is.content ?? {} }),
    ];
  }
}

function contentChanges(comparison: SchemaComparison, place: string, { before, after }: Versions<Contents>): readonly string[] {
  return Object.entries(before).flatMap(([media, { schema }]) => {
    const now = after[media];
    return now === undefined ? [`${place}: ${media} is gone`] : comparison.changes({ before: schema, after: now.schema, place });
  });
}

interface Named {
  readonly name: string;
  readonly operation: Operation;
}

/** By what is sent: the names of variables in paths are not. */
function operationsOf({ paths }: OpenApi): ReadonlyMap<string, Named> {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const name = `${method.toUpperCase()} ${path}`;
      return [name.replaceAll(/\{\w+\}/g, '{}'), { name, operation }] as const;
    }),
  );
  return new Map(all);
}

function resolved(response: ResponseObject, { components }: OpenApi): ResponseObject {
  return components.responses[response.$ref?.split('/').at(-1) ?? ''] ?? response;
}

function codesIn({ description = '' }: ResponseObject): readonly string[] {
  return [...description.matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, code = '']) => code);
}
