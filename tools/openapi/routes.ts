import ts from 'typescript';
import { commentOf, type Comment } from './comments.js';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete' | 'head';

/** A route as its controller declares it. */
export interface Route {
  readonly method: Method;
  /** `/api/v1/workflows/{id}` */
  readonly path: string;
  /** `workflows.list` */
  readonly operationId: string;
  readonly tag: string;
  readonly comment: Comment;
  readonly needsKey: boolean;
  /** Only people who are signed in may call it. */
  readonly needsSession: boolean;
  readonly isThrottled: boolean;
  readonly status: number;
  readonly parameters: readonly Parameter[];
  /** The declared return type of the method, without `Promise`. */
  readonly returns: ts.TypeNode | undefined;
  /** Whether the route takes a form with a file. */
  readonly isUpload: boolean;
  /** The media type of a body that is read as a stream. */
  readonly stream: string | undefined;
  /** Whether the method reads a body of any form from the request. */
  readonly readsAnyBody: boolean;
}

export interface Parameter {
  readonly from: 'query' | 'body';
  readonly type: ts.TypeNode;
}

const methods: Readonly<Record<string, Method>> = { Get: 'get', Post: 'post', Put: 'put', Patch: 'patch', Delete: 'delete', Head: 'head' };

/** Every route of every controller of the program, by path. */
export function routesOf(program: ts.Program): readonly Route[] {
  const classes = program
    .getSourceFiles()
    .filter(({ fileName }) => fileName.endsWith('.controller.ts'))
    .flatMap(classesIn);
  const routes = classes.flatMap((controller) => routesIn(controller));
  return routes.toSorted((a, b) => (`${a.path} ${a.method}` < `${b.path} ${b.method}` ? -1 : 1));
}

function classesIn(file: ts.SourceFile): readonly ts.ClassDeclaration[] {
  return file.statements.filter(ts.isClassDeclaration).filter((each) => decorator(each, 'Controller') !== undefined);
}

function routesIn(controller: ts.ClassDeclaration): readonly Route[] {
  const prefixes = texts(decorator(controller, 'Controller')?.arguments[0]);
  const name = controller.name?.text.replace(/Controller$/, '') ?? '';
  return controller.members.filter(ts.isMethodDeclaration).flatMap((member) =>
    Object.entries(methods).flatMap(([verb, method]) => {
      const call = decorator(member, verb);
      if (call === undefined) return [];
      const paths = texts(call.arguments[0]);
      // One `@tag` for all paths of the controller, or one for each of them.
      const tags = commentOf(controller).tags('tag');
      return prefixes.flatMap((prefix, index) => {
        const tag = tags[index] ?? tags[0] ?? spaced(name);
        return paths.map((path) => route({ controller, member, tag, method, path: joinPath(prefix, path) }));
      });
    }),
  );
}

interface Found {
  readonly controller: ts.ClassDeclaration;
  readonly member: ts.MethodDeclaration;
  readonly tag: string;
  readonly method: Method;
  readonly path: string;
}

function route({ controller, member, tag, method, path }: Found): Route {
  const callers = textsOf((decorator(member, 'Access') ?? decorator(controller, 'Access'))?.arguments ?? []);
  const stream = decorator(member, 'TakesStream')?.arguments[0];
  return {
    method,
    path,
    operationId: `${camelCase(tag)}.${member.name.getText()}`,
    tag,
    comment: commentOf(member),
    needsKey: callers.length > 0 && !callers.includes('public'),
    needsSession: callers.length > 0 && callers.every((caller) => caller === 'session'),
    isThrottled: !isSkipped(member, controller),
    status: Number(decorator(member, 'HttpCode')?.arguments[0]?.getText() ?? (method === 'post' ? 201 : 200)),
    parameters: member.parameters.flatMap(parameterOf),
    returns: promised(member.type),
    isUpload: decorator(member, 'TakesUpload') !== undefined,
    stream: stream !== undefined && ts.isStringLiteral(stream) ? stream.text : undefined,
    readsAnyBody: ['TakesBytes', 'TakesAnyJson'].some((name) => decorator(member, name) !== undefined),
  };
}

/** What the method says counts more than what its controller says. */
function isSkipped(member: ts.MethodDeclaration, controller: ts.ClassDeclaration): boolean {
  if (decorator(member, 'SkipThrottle') !== undefined) return true;
  return decorator(member, 'Throttle') === undefined && decorator(controller, 'SkipThrottle') !== undefined;
}

function parameterOf(parameter: ts.ParameterDeclaration): readonly Parameter[] {
  if (parameter.type === undefined) return [];
  if (decorator(parameter, 'Query') !== undefined) return [{ from: 'query', type: parameter.type }];
  if (decorator(parameter, 'Body') !== undefined) return [{ from: 'body', type: parameter.type }];
  // The third argument of `Request<Params, Answer, Body>` is the body of a route that reads the request itself.
  const body =
    ts.isTypeReferenceNode(parameter.type) && decorator(parameter, 'Req') !== undefined ? parameter.type.typeArguments?.[2] : undefined;
  return body === undefined ? [] : [{ from: 'body', type: body }];
}

function promised(type: ts.TypeNode | undefined): ts.TypeNode | undefined {
  const isPromise = type !== undefined && ts.isTypeReferenceNode(type) && type.typeName.getText() === 'Promise';
  return isPromise ? type.typeArguments?.[0] : type;
}

function decorator(node: ts.HasDecorators, name: string): ts.CallExpression | undefined {
  const calls = (ts.getDecorators(node) ?? []).map(({ expression }) => expression).filter(ts.isCallExpression);
  return calls.find((call) => call.expression.getText() === name);
}

function texts(node: ts.Expression | undefined): readonly string[] {
  if (node === undefined) return [''];
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(texts);
  if (ts.isStringLiteralLike(node)) return [node.text];
  throw new Error(`The path of a route must be a string literal: ${node.getText()}`);
}

function joinPath(...parts: readonly string[]): string {
  const path = parts.flatMap((part) => part.split('/')).filter((part) => part !== '');
  return `/${path.map((part) => part.replace(/^:(.+)$/, '{$1}')).join('/')}`;
}

/** `ApiKeys` → `API keys`, `TableCsv` → `Table CSV` */
function spaced(name: string): string {
  const words = name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return (words.charAt(0).toUpperCase() + words.slice(1)).replace(/\b(api|csv)\b/i, (word) => word.toUpperCase());
}

function textsOf(values: readonly ts.Expression[]): readonly string[] {
  return values.map((value) => value.getText().replaceAll("'", ''));
}

/** `API keys` → `apiKeys` */
function camelCase(tag: string): string {
  const [first = '', ...more] = tag.toLowerCase().split(' ');
  return first + more.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}
