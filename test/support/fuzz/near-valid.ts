import type { Random } from '../simulation/random.js';
import type { Operation, Parameter } from './described-operations.js';
import { exampleText, exampleValue } from './example-value.js';
import { kindOf, type FuzzWorld } from './fuzz-world.js';
import type { Header } from './fuzz-request.js';
import { treeOf, type JsonTree } from './json-tree.js';

/** One part of a form. */
export interface FormPart {
  readonly name: string;
  readonly filename?: string;
  readonly content: string;
}

export type Body =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly tree: JsonTree }
  | { readonly kind: 'form'; readonly parts: readonly FormPart[] }
  | { readonly kind: 'text'; readonly text: string };

/** A valid request, in parts that mutations can change. */
export interface Draft {
  readonly operation: Operation;
  readonly method: string;
  /** The segments of the path, encoded. */
  readonly segments: readonly string[];
  /** Encoded. */
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly headers: readonly Header[];
  readonly body: Body;
  readonly notes: readonly string[];
  /** Whether the operator of the server sends it, who may change every organization. */
  readonly isOperator: boolean;
}

/** Requests that delete an object, lock a user out or disable something use objects that no other request uses. */
const ends = /^DELETE .*\}$|\/rotate$/;
const locks = /^(?:DELETE|PATCH \/api\/v1\/(?:workspaces|organizations|users))|\/(?:rollback|deploy|state)$/;

export function nearValid(operation: Operation, world: FuzzWorld, random: Random): Draft {
  const { method, path, parameters } = operation;
  const isOperator = /^\/api\/v1\/(?:organizations|users)(?!\/me)/.test(path) && random.chance(0.85);
  const segments = path
    .split('/')
    .map((part) => (part.startsWith('{') ? encodeURIComponent(idFor(operation, part.slice(1, -1), world, random)) : part));
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && isWanted(parameter, world, random, path))
    .map(({ name, schema }) => [name, encodeURIComponent(exampleText(name, schema, { world, random, path }))] as const);
  const body = bodyOf(operation, world, random);
  const headers: Header[] = [['X-API-Key', isOperator ? world.keys.operator : world.keys.owner], ...typeOf(body, operation)];
  return { operation, method, segments, query, headers, body, notes: [], isOperator };
}

function isWanted({ name, required }: Parameter, { cursors }: FuzzWorld, random: Random, path: string): boolean {
  if (name === 'cursor') return cursors[path] !== undefined && random.chance(0.25);
  return required === true || name === 'workspaceId' || random.chance(0.25);
}

function idFor({ method, path }: Operation, variable: string, { things, spares, doomed }: FuzzWorld, random: Random): string {
  const kind = kindOf(path, variable);
  const thing = things[kind] ?? 'none';
  const isLast = path.lastIndexOf('{') === path.indexOf(`{${variable}}`);
  if (isLast && ends.test(`${method} ${path}`)) return doomed[kind] ?? (random.chance(0.2) ? thing : 'spent');
  if (isLast && (locks.test(`${method} ${path}`) || random.chance(0.3))) return spares[kind] ?? thing;
  return thing;
}

function bodyOf({ body, path }: Operation, world: FuzzWorld, random: Random): Body {
  if (body === undefined) return { kind: 'none' };
  const unique = `fuzz ${random.between(0, 1_000_000_000)}`;
  if (body.mediaType === 'multipart/form-data') {
    const content = 'some text';
    const parts = [
      { name: 'workspaceId', content: world.things['workspaceId'] ?? '' },
      { name: 'file', filename: `${unique}.txt`, content },
    ];
    return { kind: 'form', parts };
  }
  if (body.mediaType === 'text/csv') return { kind: 'text', text: `a,b\n1,${unique}\n"x, y",${unique}2\n` };
  if (body.mediaType !== 'application/json') return { kind: 'text', text: `token=${world.things['token'] ?? ''}&answer=yes` };
  const isOld = path.endsWith('/execute') && random.chance(0.3);
  return { kind: 'json', tree: treeOf(isOld ? { a: 1 } : exampleValue('', body.schema, world, random)) };
}

const boundary = 'fuzz-boundary';

function typeOf({ kind }: Body, { body }: Operation): Header[] {
  if (kind === 'none' || body === undefined) return [];
  return [['Content-Type', kind === 'form' ? `multipart/form-data; boundary=${boundary}` : body.mediaType]];
}

/** The form as it goes over the wire. */
export function formText(parts: readonly FormPart[]): string {
  const text = parts.map(({ name, filename, content }) => {
    const file = filename === undefined ? '' : `; filename="${filename}"\r\nContent-Type: text/plain`;
    return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${content}\r\n`;
  });
  return `${text.join('')}--${boundary}--\r\n`;
}
