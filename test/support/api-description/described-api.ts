import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { projectFile } from '#host/project-file.js';

interface Described {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, Described>> }>>>>;
  readonly components: { readonly responses: Readonly<Record<string, Described>>; readonly schemas: Readonly<Record<string, object>> };
}

export interface SeenAnswer {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly status: number;
  readonly contentType: string;
  readonly body: unknown;
}

/** Validates responses against the OpenAPI document. Stricter than the document: undescribed fields are errors, too. */
export class DescribedApi {
  readonly #document = JSON.parse(readFileSync(projectFile('docs/openapi.json'), 'utf8')) as Document;
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true, allowUnionTypes: true });
  readonly #compiled = new Map<string, ValidateFunction>();
  readonly #routes = Object.keys(this.#document.paths)
    .toSorted((a, b) => variables(a) - variables(b))
    .map((path) => [path, new RegExp(`^${path.replaceAll('.', String.raw`\.`).replaceAll(/\{\w+\}/g, '[^/]+')}$`)] as const);

  constructor() {
    addFormats.default(this.#ajv);
    this.#ajv.addSchema({ $id: 'api', components: { schemas: closed(this.#document.components.schemas) } });
  }

  /** What is wrong with an answer; undefined when it is as described, or when there is no such route. */
  problemWith({ method, path, status, contentType, body }: SeenAnswer): string | undefined {
    const [plain = ''] = path.split('?');
    const [route] = this.#routes.find(([, pattern]) => pattern.test(plain)) ?? [];
    const operation = route === undefined ? undefined : this.#document.paths[route]?.[method.toLowerCase()];
    if (route === undefined || operation === undefined) return undefined;
    // A Response block answers as it likes.
    if (route.endsWith('/execute') && !(body as { executionId?: string } | null)?.executionId && status < 400) return undefined;
    // So does a webhook.
    if (route.startsWith('/api/webhooks/') && status < 400) return undefined;
    const place = `${method} ${route} → ${status}`;
    const stated = operation.responses[String(status)];
    if (status === 304) return undefined;
    if (stated === undefined) return `${place} is not described: ${JSON.stringify(body).slice(0, 200)}`;
    const { content = {} } =
      stated.$ref === undefined ? stated : (this.#document.components.responses[stated.$ref.split('/').at(-1) ?? ''] ?? {});
    const [media = ''] = contentType.split(';');
    if (Object.keys(content).length === 0 || '*/*' in content) return undefined;
    if (content[media] === undefined) return `${place} with ${media} is not described`;
    if (media !== 'application/json') return undefined;
    const validate = this.#validator(`${route} ${method} ${status}`, content[media].schema);
    if (validate(body)) return undefined;
    const reasons = (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
    return `${place}: ${reasons.slice(0, 4).join('; ')}`;
  }

  #validator(name: string, schema: object): ValidateFunction {
    const known = this.#compiled.get(name);
    if (known !== undefined) return known;
    const made = this.#ajv.compile(closed(schema) as object);
    this.#compiled.set(name, made);
    return made;
  }
}

function variables(path: string): number {
  return path.split('{').length;
}

/** The schema with references to where it is registered, and without room for fields that it does not name. */
function closed(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(closed);
  if (typeof part !== 'object' || part === null) return part;
  const copy = Object.fromEntries(
    Object.entries(part).map(([name, value]) => [
      name,
      name === '$ref' ? String(value).replace(/^#/, 'api#') : name === 'examples' ? value : closed(value),
    ]),
  );
  return 'properties' in copy && typeof copy['properties'] === 'object' && !('additionalProperties' in copy) && copy['type'] === 'object'
    ? { ...copy, additionalProperties: false }
    : copy;
}
