import { DescribedApi } from '../api-description/described-api.js';
import type { FuzzRequest } from './fuzz-request.js';
import type { WireAnswer } from './wire.js';

const described = new DescribedApi();
/** Words of drivers and engines, which no caller should read. */
const insides = /node_modules|\/dist\/src\/|QueryFailedError|invalid (?:input|byte) |Cannot read propert|is not a function|syntax error at/;
const always = ['x-request-id', 'x-content-type-options', 'content-security-policy', 'cache-control'];

/** What is wrong with an answer; nothing when all is well. `marks`: texts that belong to others. */
export function answerProblems(request: FuzzRequest, answer: WireAnswer | undefined, marks: readonly string[]): string[] {
  const isWire = request.notes.some((note) => note.startsWith('wire'));
  if (answer === undefined) return isWire ? [] : ['the connection was closed without an answer'];
  const { body, media } = readBody(answer);
  return [
    ...failureProblems(answer, body),
    ...(isWire || isLarge(request) ? undescribed(request, answer, body) : describedProblems(request, answer, body)),
    ...errorProblems(request, answer, body, media),
    ...insidesIn(answer),
    ...always.filter((name) => answer.headers[name] === undefined).map((name) => `no header ${name}`),
    ...(request.isOperator ? [] : marks)
      .filter((mark) => answer.body.includes(mark))
      .map((mark) => `tells ${mark}, which belongs to others`),
  ];
}

function insidesIn({ status, body }: WireAnswer): string[] {
  const [found] = status < 400 ? [] : (insides.exec(body.toString()) ?? []);
  return found === undefined ? [] : [`tells of its insides: ${found}`];
}

/** What the parser of HTTP refuses never gets to a route, whose description knows nothing of it. */
function undescribed(request: FuzzRequest, answer: WireAnswer, body: unknown): string[] {
  return [408, 413, 417, 431].includes(answer.status) ? [] : describedProblems(request, answer, body);
}

function isLarge({ target, headers }: FuzzRequest): boolean {
  return target.length + headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0) > 12_000;
}

function readBody({ body, headers }: WireAnswer): { readonly body: unknown; readonly media: string } {
  const [media = ''] = (headers['content-type'] ?? '').split(';');
  if (media !== 'application/json') return { body: body.toString(), media };
  try {
    return { body: JSON.parse(body.toString()) as unknown, media };
  } catch {
    return { body: 'no JSON', media };
  }
}

function failureProblems({ status, headers }: WireAnswer, body: unknown): string[] {
  if (status < 500 || (status === 503 && headers['retry-after'] !== undefined)) return [];
  // A failed run is a valid outcome, which the response reports with status 500.
  const isOutcome = isOfRun(body) || JSON.stringify(body).includes('"EXECUTION_ERROR"');
  return status === 500 && isOutcome ? [] : [`${status}: ${JSON.stringify(body).slice(0, 200)}`];
}

function isOfRun(body: unknown): boolean {
  return (body as { readonly executionId?: string } | null)?.executionId !== undefined;
}

function describedProblems({ method, target }: FuzzRequest, { status, headers }: WireAnswer, body: unknown): string[] {
  if (method === 'HEAD') return [];
  const contentType = headers['content-type'] ?? '';
  // Paths are the same in any letters; `EXPORT` is no id.
  const problem = described.problemWith({ method, path: target.toLowerCase(), status, contentType, body });
  return problem === undefined ? [] : [problem];
}

interface Refusal {
  readonly message?: unknown;
  readonly code?: unknown;
  readonly details?: readonly { readonly path?: unknown; readonly message?: unknown }[];
}

function errorProblems({ method, target, notes }: FuzzRequest, { status }: WireAnswer, body: unknown, media: string): string[] {
  const isRefusal = status >= 400 && status !== 499 && media !== 'text/html' && !isOfRun(body);
  if (!isRefusal || method === 'HEAD' || isOfJsonRpc(target, body)) return [];
  const { message, code, details = [] } = refusalIn(body, target.toLowerCase().startsWith('/api/v2/'));
  if (!isWord(message) || !isWord(code)) return [`${status} without error or code: ${JSON.stringify(body).slice(0, 200)}`];
  return status === 400 ? detailProblems(notes, details, body) : [];
}

function detailProblems(notes: readonly string[], details: NonNullable<Refusal['details']>, body: unknown): string[] {
  const isTold = details.length > 0 && details.every(({ path, message: each }) => Array.isArray(path) && isWord(each));
  return isTold ? unnamed(notes, details) : [`400 without details: ${JSON.stringify(body).slice(0, 200)}`];
}

/** MCP clients look for the errors of JSON-RPC. */
function isOfJsonRpc(target: string, body: unknown): boolean {
  if (!target.toLowerCase().startsWith('/api/mcp/serve/')) return false;
  const { jsonrpc, error } = (body ?? {}) as { readonly jsonrpc?: unknown; readonly error?: Refusal };
  return jsonrpc === '2.0' && Number.isInteger(error?.code) && isWord(error?.message);
}

/** Clients of the second generation look for an object. */
function refusalIn(body: unknown, isSecond: boolean): Refusal {
  const { error, ...rest } = (body ?? {}) as { readonly error?: unknown };
  return isSecond && typeof error === 'object' ? ((error ?? {}) as Refusal) : { ...rest, message: error };
}

function isWord(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

const aboutNames = /^a refusal that does not name \w+: \[?(.*)$/s;

/** Whether the problem is that a refusal speaks of another field than the one that was changed. */
export function isAboutNames(problem: string): boolean {
  return aboutNames.test(problem);
}

/** The first thing that such a refusal says. */
export function toldIn(problem: string): string {
  return /^(\{"path":.*?"message":"(?:[^"\\]|\\.)*")/.exec(aboutNames.exec(problem)?.[1] ?? '')?.[1] ?? '';
}

/** Of a single field that was changed in place, a refusal has to speak. */
function unnamed(notes: readonly string[], details: NonNullable<Refusal['details']>): string[] {
  const [, field] =
    /^(?:body: (?:another value|a hostile text) at|query: (?:an odd value|a hostile text|it twice) for) (\w{2,})$/.exec(notes.join()) ?? [];
  if (field === undefined) return [];
  const told = JSON.stringify(details);
  const isOfAll = /invalid_json|cursor/.test(told) || details.every(({ path }) => Array.isArray(path) && path.length === 0);
  // Depth and the like are told of the whole body, and a cursor is one of a certain filter.
  const letters = (text: string): string => text.toLowerCase().replaceAll('-', '');
  return isOfAll || letters(told).includes(letters(field)) ? [] : [`a refusal that does not name ${field}: ${told.slice(0, 200)}`];
}
