import type { ErrorDetail } from '#kernel/errors.js';
import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import type { FieldOption, ResumeField } from '#engine/pause.js';

/** A question of a paused run, as far as a client of MCP can put it to its user. */
export interface AskedQuestion {
  readonly contextId: string;
  readonly title: string;
  readonly data: Json;
  readonly fields: readonly AskedField[];
  readonly mayAnswer: boolean;
}

interface AskedField extends Pick<ResumeField, 'name' | 'title' | 'description' | 'required' | 'value'> {
  readonly type: ResumeField['type'] | 'free';
  readonly options?: readonly FieldOption[];
}

const types = { string: 'string', number: 'number', boolean: 'boolean', free: 'string' } as const;

/** The questions that a client can ask, by the key under which it answers: the name of the block. */
export function askable<Question extends AskedQuestion>(questions: readonly Question[]): ReadonlyMap<string, Question> {
  const asked = new Map<string, Question>();
  for (const question of questions) {
    // Forms of clients have single values only.
    if (!question.mayAnswer || !question.fields.every(({ type }) => Object.hasOwn(types, type))) continue;
    asked.set(keysOf(question).find((key) => !asked.has(key)) ?? question.contextId, question);
  }
  return asked;
}

/** The keys that a question may have: the second one where another question has the first. */
export function keysOf({ title, contextId }: Pick<AskedQuestion, 'title' | 'contextId'>): readonly string[] {
  return [title, `${title} ${contextId}`];
}

/** The question as a request of the method `elicitation/create`. */
export function elicitation({ title, data, fields }: AskedQuestion, problems: readonly ErrorDetail[] = []): JsonObject {
  const shown = isJsonObject(data) && Object.keys(data).length === 0 ? null : data;
  const lines = [
    title,
    ...(shown === null ? [] : [typeof shown === 'string' ? shown : JSON.stringify(shown, null, 2)]),
    ...problems.map(({ message }) => message),
  ];
  const properties = Object.fromEntries(fields.map((field) => [field.name, schemaOf(field)]));
  const required = fields.filter((field) => field.required).map(({ name }) => name);
  const requestedSchema = { type: 'object', properties, ...(required.length === 0 ? {} : { required }) };
  return { method: 'elicitation/create', params: { mode: 'form', message: lines.join('\n'), requestedSchema } };
}

/** What a user has answered, in the form of an answer to the question; undefined without an answer. */
export function answerIn({ fields }: AskedQuestion, response: unknown): { readonly input: Json } | 'refused' | undefined {
  if (!isJsonObject(response)) return undefined;
  const { action, content = {} } = response;
  if (action === 'decline' || action === 'cancel') return 'refused';
  if (action !== 'accept') return undefined;
  const free = fields.find(({ type }) => type === 'free');
  if (free === undefined) return { input: content };
  return { input: isJsonObject(content) ? (content[free.name] ?? null) : null };
}

function schemaOf({ type, title, description, value, options }: AskedField): JsonObject {
  const choices = options === undefined ? {} : choicesOf(options);
  return {
    type: types[type as keyof typeof types],
    ...(title === undefined ? {} : { title }),
    ...(description === null ? {} : { description }),
    ...choices,
    ...(value === null ? {} : { default: value }),
  };
}

/** Choices of a form of MCP are texts. */
function choicesOf(options: readonly FieldOption[]): JsonObject {
  if (options.some(({ value }) => typeof value !== 'string')) return {};
  return { oneOf: options.map(({ value, label }) => ({ const: value, title: label })) };
}
