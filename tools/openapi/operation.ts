import type ts from 'typescript';
import type { Comment } from './comments.js';
import type { JsonSchema } from './json-schema.js';
import type { Content, ResponseObject } from './response-object.js';
import type { Route } from './routes.js';
import type { RouteAnswers } from './route-answers.js';

interface ParameterObject {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
  readonly style?: string;
  readonly explode?: boolean;
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly ParameterObject[];
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, ResponseObject>>;
  readonly security?: readonly object[];
  /** Present if a second request has a second effect although the method is GET, PUT or DELETE: clients do not retry the operation. */
  readonly 'x-idempotent'?: false;
}

interface Parts {
  readonly answers: RouteAnswers;
  /** The schema of a type itself, without a reference to a component. */
  readonly resolved: (type: ts.TypeNode) => JsonSchema;
  readonly schema: (type: ts.TypeNode) => JsonSchema;
}

export function operationOf(route: Route, { answers, resolved, schema }: Parts): Operation {
  const { comment, operationId, tag, needsKey, needsSession } = route;
  const [summary, ...more] = (comment.text ?? '').split(/(?<=\.)\s+(?=[A-Z`])/);
  const parameters = [...pathParameters(route), ...queryParameters(route, resolved), ...headerParameters(route)];
  const body = requestBody(route, schema, resolved);
  return {
    operationId,
    tags: [tag],
    ...(summary === undefined || summary === '' ? {} : { summary: summary.replace(/\.$/, '') }),
    ...(more.length === 0 ? {} : { description: more.join(' ') }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: body }),
    responses: merged(answers.refusals(route), answers.answers(route)),
    ...(needsSession ? { security: [{ session: [] }] } : needsKey ? {} : { security: [] }),
    ...(comment.has('notIdempotent') ? { 'x-idempotent': false } : {}),
  };
}

function pathParameters({ path }: Route): readonly ParameterObject[] {
  const segments = path.split('/');
  return segments.flatMap((segment, at) => {
    const name = /^\{(.+)\}$/.exec(segment)?.[1];
    if (name === undefined) return [];
    const thing =
      name === 'id'
        ? singular(segments[at - 1] ?? '')
        : name
            .replace(/Id$/, '')
            .replaceAll(/([A-Z])/g, ' $1')
            .toLowerCase();
    return [{ name, in: 'path' as const, required: true, description: `Id of the ${thing}.`, schema: { type: 'string' } }];
  });
}

function singular(word: string): string {
  return word
    .replace(/ies$/, 'y')
    .replace(/s$/, '')
    .replaceAll('-', ' ')
    .replace(/\bapi\b/, 'API');
}

function queryParameters(route: Route, resolved: (type: ts.TypeNode) => JsonSchema): readonly ParameterObject[] {
  return route.parameters
    .filter(({ from }) => from === 'query')
    .flatMap(({ type }) => {
      const { properties = {}, required = [] } = resolved(type);
      return Object.entries(properties).map(([name, { description, ...schema }]) => ({
        name,
        in: 'query' as const,
        ...(required.includes(name) ? { required: true } : {}),
        ...(description === undefined ? {} : { description }),
        schema,
        // Lists are separated by commas.
        ...(schema.type === 'array' ? { style: 'form', explode: false } : {}),
      }));
    });
}

/** `@header Name description`, on a route that reads the header. */
function headerParameters({ comment }: Route): readonly ParameterObject[] {
  return comment.tags('header').map((text) => {
    const [name = '', ...words] = text.split(' ');
    return { name, in: 'header' as const, description: words.join(' '), schema: { type: 'string' } };
  });
}

function requestBody(
  { parameters, isUpload, stream, comment, ...route }: Route,
  schema: (type: ts.TypeNode) => JsonSchema,
  resolved: (type: ts.TypeNode) => JsonSchema,
): Operation['requestBody'] {
  const taken = comment.tags('takes');
  if (isUpload && taken.length === 0) return { required: true, content: { 'multipart/form-data': { schema: uploadForm(comment) } } };
  if (stream !== undefined) return { required: true, content: { [stream]: { schema: { type: 'string', format: 'binary' } } } };
  const body = parameters.find(({ from }) => from === 'body');
  if (body === undefined) return anyBody(route, taken);
  const mediaTypes = taken.length === 0 ? ['application/json'] : taken;
  // An empty body counts as an empty object.
  const { properties, required: names = [] } = resolved(body.type);
  const required = properties === undefined || names.length > 0;
  return { required, content: Object.fromEntries(mediaTypes.map((media) => [media, { schema: schema(body.type) }])) };
}

/** The body of a route that reads it from the request: it may be anything of the media types of `@takes`. */
function anyBody(
  { method, path, readsAnyBody }: Pick<Route, 'method' | 'path' | 'readsAnyBody'>,
  taken: readonly string[],
): Operation['requestBody'] {
  if (['get', 'head', 'delete'].includes(method) || !readsAnyBody) return undefined;
  if (taken.length === 0) throw new Error(`${method} ${path} reads a body and needs @takes`);
  const schemaOf = (media: string): JsonSchema => (media === 'application/json' ? { description: 'Any JSON value.' } : { type: 'object' });
  return { required: false, content: Object.fromEntries(taken.map((media) => [media, { schema: schemaOf(media) }])) };
}

/** Every upload names its workspace; other fields are declared as `@field name description`. */
function uploadForm(comment: Comment): JsonSchema {
  const more = comment.tags('field').map((text) => {
    const [name = '', ...words] = text.split(' ');
    return [name, { type: 'string', description: words.join(' ') }] as const;
  });
  const properties = {
    workspaceId: { type: 'string', description: 'Id of the workspace that the file is stored in.' },
    ...Object.fromEntries(more),
    file: { type: 'string', format: 'binary', description: 'The content of the file, with its name.' },
  };
  return { type: 'object', properties, required: ['workspaceId', 'file'] };
}

/** If both describe a status, the error gives the reason and the response the body; the checks of the framework still return an error. */
function merged(refusals: Operation['responses'], answers: Operation['responses']): Operation['responses'] {
  const told = Object.entries(answers).map(([status, answer]) => {
    const refusal = refusals[status];
    if (refusal === undefined) return [status, answer] as const;
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } }, ...answer.content };
    return [status, { ...answer, description: refusal.description ?? answer.description ?? '', content }] as const;
  });
  return { ...refusals, ...Object.fromEntries(told) };
}
