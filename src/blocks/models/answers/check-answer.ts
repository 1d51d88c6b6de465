import type { AnswerSchema } from '#engine/agents/agent-request.js';
import type { Json } from '#kernel/json.js';
import { parseJson } from '#engine/values/json-text.js';
import { schemaCheck } from './schema-check.js';

/** An answer that fits its schema, or why it does not: the problem continues "The answer". */
export type CheckedAnswer = { readonly value: Json } | { readonly problem: string };

const longest = 4 * 1024 * 1024;

/** Reads the answer of a model and checks it against the schema that the author asks for. Never throws. */
export function checkAnswer(text: string, { schema }: Pick<AnswerSchema, 'schema'>): CheckedAnswer {
  if (text.length > longest) return { problem: `is longer than ${longest / 1024 / 1024} MB` };
  const value = jsonIn(text);
  if (value === undefined) return { problem: text.trim() === '' ? 'is empty' : 'is not JSON' };
  const check = schemaCheck(schema);
  if (check.fault !== undefined) return { problem: `cannot be checked: its schema at ${check.fault.path} ${check.fault.what}` };
  const problem = check.problem(value);
  return problem === null ? { value } : { problem };
}

/** The JSON of a text: all of it, or what lies between the first and the last brace, since models like to write something around it. */
function jsonIn(text: string): Json | undefined {
  const whole = parseJson(text);
  if (whole !== undefined) return whole;
  const start = text.search(/[[{]/);
  if (start === -1) return undefined;
  const end = text.lastIndexOf(text[start] === '{' ? '}' : ']');
  return end > start ? parseJson(text.slice(start, end + 1)) : undefined;
}
