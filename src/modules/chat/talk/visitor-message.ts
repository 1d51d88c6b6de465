import { FieldProblems } from '#kernel/models/field-problems.js';
import { invalid, invalidField } from '#kernel/errors.js';
import { isJsonObject, type Json } from '#kernel/json.js';

/** A file in the text of a request. */
export interface DataFile {
  readonly name: string;
  readonly mediaType: string;
  readonly content: Buffer;
}

/** The answer to a question of a paused run. */
export interface QuestionAnswer {
  readonly contextId: string;
  /** The run that asks; undefined is the latest one of the conversation that asks such a question. */
  readonly executionId: string | undefined;
  readonly input: Json;
}

/** What a visitor sends. */
export interface VisitorMessage {
  readonly input: string | undefined;
  readonly conversationId: string | undefined;
  readonly files: readonly DataFile[];
  readonly answer: QuestionAnswer | undefined;
}

/** The same as it was written. */
export type WrittenMessage = { readonly [Name in 'input' | 'conversationId' | 'files' | 'resume']?: unknown };

export const mostFiles = 15;
const mostCharacters = 1_000_000;
const mostOfId = 256;
const dataUrl = /^data:([^;,]{0,200})((?:;[^;,]{0,200})*);base64$/;

/** @throws DomainError invalid, with a detail for each problem */
export function readMessage(written: WrittenMessage): VisitorMessage {
  const problems = new FieldProblems();
  const { input, conversationId, resume } = written as Readonly<Record<keyof WrittenMessage, Json | undefined>>;
  problems.check(['input'], input, [
    (value) => typeof value === 'string' && value.length <= mostCharacters && value.isWellFormed(),
    `must be a text of at most ${mostCharacters} characters`,
  ]);
  problems.check(['conversationId'], conversationId, [isId, `must be a text of 1 to ${mostOfId} characters, without control characters`]);
  const files = readFiles(problems, written.files as Json | undefined);
  const answer = readAnswer(problems, resume);
  if (answer !== undefined && (input !== undefined || files.length > 0))
    problems.add(['resume'], 'must not be sent together with input or files');
  if (answer !== undefined && conversationId === undefined)
    problems.add(['conversationId'], 'is required with resume: it names the conversation of the question', 'required');
  if (problems.found.length > 0) throw invalid(problems.found);
  return { input: input as string | undefined, conversationId: conversationId as string | undefined, files, answer };
}

/** Whether there is nothing that a workflow could reply to. */
export function isSilent(sent: { readonly input: string | undefined; readonly files: readonly unknown[] }): boolean {
  return (sent.input ?? '').trim() === '' && sent.files.length === 0;
}

export function tooManyFiles(): Error {
  return invalidField('files', `files must not hold more than ${mostFiles} files`, 'out_of_range');
}

function readAnswer(problems: FieldProblems, resume: Json | undefined): QuestionAnswer | undefined {
  if (resume === undefined) return undefined;
  const { contextId = null, executionId, input = {} } = problems.object(['resume'], resume, ['contextId', 'executionId', 'input']) ?? {};
  problems.check(['resume', 'contextId'], contextId, [isId, 'must be the id of an open question']);
  problems.check(['resume', 'executionId'], executionId, [isId, 'must be the id of the run that asks']);
  return { contextId: contextId as string, executionId: executionId as string | undefined, input };
}

function readFiles(problems: FieldProblems, files: Json | undefined): readonly DataFile[] {
  if (Array.isArray(files) && files.length > mostFiles) throw tooManyFiles();
  return problems.list(['files'], files, mostFiles).flatMap((file, index) => readFile(problems, index, file) ?? []);
}

function readFile(problems: FieldProblems, index: number, written: Json): DataFile | undefined {
  const path = ['files', index];
  const file = isJsonObject(written) ? problems.object(path, written, ['name', 'type', 'size', 'data']) : undefined;
  if (file === undefined) {
    problems.add(path, 'must be an object with name and data', 'invalid_type');
    return undefined;
  }
  const { name = null, type, data = null } = file;
  problems.check([...path, 'name'], name, [
    (value) => typeof value === 'string' && value.trim() !== '' && value.length <= 200,
    'must be a text of 1 to 200 characters',
  ]);
  const read = typeof data === 'string' ? fromDataUrl(data) : undefined;
  if (read === undefined) problems.add([...path, 'data'], 'must be a data URL in base64, such as data:text/plain;base64,SGVsbG8=');
  else if (type !== undefined && type !== '' && type !== read.mediaType)
    problems.add([...path, 'data'], `must be of the type that type names, and is ${read.mediaType}`);
  return read === undefined ? undefined : { name: name as string, ...read };
}

function fromDataUrl(data: string): Omit<DataFile, 'name'> | undefined {
  const comma = data.indexOf(',');
  const head = dataUrl.exec(comma < 0 ? '' : data.slice(0, comma));
  const text = data.slice(comma + 1);
  if (head === null || !/^[\w+/]*={0,2}$/.test(text)) return undefined;
  return { mediaType: head[1] === '' ? 'text/plain' : (head[1] ?? ''), content: Buffer.from(text, 'base64') };
}

function isId(value: Json): boolean {
  return typeof value === 'string' && value.trim() !== '' && value.length <= mostOfId && value.isWellFormed() && !/\p{Cc}/u.test(value);
}
