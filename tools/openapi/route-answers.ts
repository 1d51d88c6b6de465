import ts from 'typescript';
import type { JsonSchema } from './json-schema.js';
import type { Content, ResponseObject } from './response-object.js';
import type { Route } from './routes.js';

/** Types that stand for a body that is not JSON, with its media type. The first type argument, if any, is the type of one part. */
const mediaOf: Readonly<Record<string, string>> = {
  EventStream: 'text/event-stream',
  Html: 'text/html',
  PlainText: 'text/plain',
  Bytes: '*/*',
  Csv: 'text/csv',
  JsonLines: 'application/x-ndjson',
};

/** Descriptions of statuses that mean the same on every route. */
const phrases: Readonly<Record<string, string>> = {
  304: 'The response has not changed.',
  400: 'The request is invalid.',
  401: 'The key or the link is missing or invalid.',
  402: 'The account has reached the limit of its billing period.',
  403: 'The caller may not do this.',
  404: 'The resource does not exist, or the caller has no access to it.',
  408: 'The run exceeded its time limit.',
  409: 'The request conflicts with the current state of the resource.',
  413: 'The body is too large.',
  416: 'The requested range is after the end of the file.',
  422: 'The idempotency key was used for another request.',
  429: 'Too many requests. Retry later.',
  499: 'The run was cancelled.',
  500: 'The server failed to process the request.',
  503: 'The server is not available. Retry later.',
  default: 'What the workflow defines as its response: any status, headers and body.',
};

/** The responses of routes. */
export class RouteAnswers {
  constructor(private readonly schema: (type: ts.TypeNode) => JsonSchema) {}

  /** The responses that the type of the method and `@returns` declare. */
  answers(route: Route): Readonly<Record<string, ResponseObject>> {
    const byStatus = answersByStatus(route);
    return Object.fromEntries(byStatus.map(([status, type]) => [status, this.#answer(route, status, type)]));
  }

  /** The errors of the checks that every such route has, and those of its comment: `@error 409 DUPLICATE_NAME when …`. */
  refusals(route: Route): Readonly<Record<string, ResponseObject>> {
    const { needsKey, isThrottled, method, path, parameters, comment } = route;
    const takesBody = route.isUpload || route.stream !== undefined || parameters.some(({ from }) => from === 'body');
    const takesFields = takesBody || parameters.length > 0;
    const hasId = path.includes('{');
    const common: readonly (readonly [string, boolean])[] = [
      ['400', true],
      ['401', needsKey],
      ['403', needsKey],
      ['404', hasId || takesFields],
      ['408', takesBody],
      ['409', needsKey && method !== 'get'],
      ['413', method !== 'get'],
      ['415', method !== 'get'],
      ['429', needsKey && isThrottled],
      ['500', true],
      ['503', true],
    ];
    const stated = Object.groupBy(comment.tags('error').map(parseError), ({ status }) => status);
    return Object.fromEntries([
      ...common
        .filter(([, applies]) => applies)
        .map(([status]) => [status, { $ref: `#/components/responses/${generation(path)}${status}` }] as const),
      ...Object.entries(stated).map(([status, errors = []]) => [status, statedRefusal(status, errors, route)] as const),
    ]);
  }

  #answer(route: Route, status: string, type: ts.TypeNode | undefined): ResponseObject {
    const description = returned(route, status) ?? phrases[status];
    if (description === undefined) throw new Error(`${route.method} ${route.path} needs @returns for status ${status}`);
    const headers = { ...sharedHeaders(status, route), ...ownHeaders(route) };
    const content = this.#content(type);
    return { description, headers, ...(Object.keys(content).length === 0 ? {} : { content }) };
  }

  #content(type: ts.TypeNode | undefined): Readonly<Record<string, Content>> {
    if (type === undefined || type.kind === ts.SyntaxKind.VoidKeyword) return {};
    const members = ts.isUnionTypeNode(type) ? [...type.types] : [type];
    const media = members.map((member) => (ts.isTypeReferenceNode(member) ? mediaOf[member.typeName.getText()] : undefined));
    const plain = members.filter((member, at) => media[at] === undefined && !isRefusal(member));
    const refusal = members.filter(isRefusal).map(() => ({ $ref: '#/components/schemas/Error' }));
    const content: Record<string, Content> = {};
    if (plain.length > 0) {
      const schema = plain.length === members.length ? this.schema(type) : anyOf([...plain.map(this.schema), ...refusal]);
      content['application/json'] = { schema };
    }
    for (const [at, member] of members.entries()) {
      const name = media[at];
      if (name === undefined) continue;
      const [part] = ts.isTypeReferenceNode(member) ? (member.typeArguments ?? []) : [];
      content[name] = { schema: part === undefined ? { type: 'string' } : this.schema(part) };
    }
    return content;
  }
}

/** The headers that the server sends with this status on every such route. */
function sharedHeaders(status: string, { needsKey, isThrottled }: Route): Readonly<Record<string, object>> {
  const names = [
    'X-Request-Id',
    ...(needsKey && isThrottled && status !== '401' ? ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'] : []),
    ...(status === '429' || status === '503' ? ['Retry-After'] : []),
  ];
  const shared = Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
  if (status === '405') return { ...shared, Allow: header('The methods that the address takes.') };
  return status === '303' ? { ...shared, Location: header('Where the browser continues.') } : shared;
}

/** `@answers X-Run-Id The id of the run.` */
function ownHeaders({ comment }: Route): Readonly<Record<string, object>> {
  const told = comment.tags('answers').map((text) => /^(\S+) (.*)$/.exec(text)?.slice(1) ?? []);
  return Object.fromEntries(told.map(([name = '', description = '']) => [name, header(description)]));
}

function header(description: string): object {
  return { description, schema: { type: 'string' } };
}

function isRefusal(type: ts.TypeNode): boolean {
  return ts.isTypeReferenceNode(type) && type.typeName.getText() === 'Refusal';
}

/** `@returns 202 The job was queued.` describes one status, `@returns The job.` all others that are no errors. */
function returned({ comment }: Route, status: string): string | undefined {
  const described = comment.tags('returns').map((text) => /^(?:(\d{3}) )?(.*)$/.exec(text)?.slice(1) ?? []);
  const [, text] = described.find(([of]) => of === status) ?? described.find(([of]) => of === undefined && status < '400') ?? [];
  return text;
}

/** `Answers<{ 200: A; 202: B }>`, or one response with the status of the route. */
function answersByStatus({ returns, status, comment }: Route): readonly (readonly [string, ts.TypeNode | undefined])[] {
  const table =
    returns !== undefined && ts.isTypeReferenceNode(returns) && returns.typeName.getText() === 'Answers'
      ? returns.typeArguments?.[0]
      : undefined;
  // `@also 503`: the same body with a second status.
  if (table === undefined || !ts.isTypeLiteralNode(table))
    return [String(status), ...comment.tags('also')].map((each) => [each, returns] as const);
  return table.members.filter(ts.isPropertySignature).map((member) => [member.name.getText(), member.type] as const);
}

function anyOf(schemas: readonly JsonSchema[]): JsonSchema {
  return schemas.length === 1 && schemas[0] !== undefined ? schemas[0] : { anyOf: schemas };
}

interface StatedError {
  readonly status: string;
  readonly code: string;
  readonly when: string;
}

function parseError(text: string): StatedError {
  const [, status, code, when] = /^(\d{3}) ([A-Z][A-Z_]+)(?: (.*))?$/.exec(text) ?? [];
  if (status === undefined || code === undefined) throw new Error(`@error needs a status and a code: ${text}`);
  return { status, code, when: when ?? '' };
}

/** Routes of version 2 return errors as objects, MCP servers return those of JSON-RPC. */
function generation(path: string): keyof typeof errorSchemas {
  if (path.startsWith('/api/mcp/serve/')) return 'rpc-';
  return path.startsWith('/api/v2/') ? 'v2-' : '';
}

const errorSchemas = { '': 'Error', 'v2-': 'ErrorObject', 'rpc-': 'JsonRpcError' } as const;

function statedRefusal(status: string, errors: readonly StatedError[], route: Route): ResponseObject {
  const isInUse = errors.some(({ code }) => code === 'IDEMPOTENCY_KEY_IN_USE');
  const inUse = {
    'Retry-After': { $ref: '#/components/headers/Retry-After' },
    'X-Execution-Id': header('The id of the run that is active.'),
  };
  return {
    description: errors.map(({ code, when }) => `\`${code}\` ${when}`.trim()).join('; '),
    headers: { ...sharedHeaders(status, route), ...(isInUse ? inUse : {}) },
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${errorSchemas[generation(route.path)]}` } } },
  };
}
