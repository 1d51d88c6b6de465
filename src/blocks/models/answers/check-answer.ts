import type { AnswerSchema } from '#engine/agents/agent-request.js';
import type { Json } from '#kernel/json.js';
import { parseJson } from '#engine/values/json-text.js';
import { schemaCheck } from './schema-check.js';

/** An answer that fits its schema, and whether text around its JSON was left out; or why it does not: the problem continues "The answer". */
export type CheckedAnswer = { readonly value: Json; readonly isCut: boolean } | { readonly problem: string };

const longest = 4 * 1024 * 1024;

/** Reads the answer of a model and checks it against the schema that the author asks for. Never throws. */
export function checkAnswer(text: string, { schema }: Pick<AnswerSchema, 'schema'>): CheckedAnswer {
  if (text.length > longest) return { problem: `is longer than ${longest / 1024 / 1024} MB` };
  const whole = parseJson(text);
  const value = whole === undefined ? jsonWithin(text) : whole;
  if (value === undefined) return { problem: text.trim() === '' ? 'is empty' : 'is not JSON' };
  const check = schemaCheck(schema);
  if (check.fault !== undefined) return { problem: `cannot be checked: its schema at ${check.fault.path} ${check.fault.what}` };
  const problem = check.problem(value);
  return problem === null ? { value, isCut: whole === undefined } : { problem };
}

/** What lies between the first and the last brace of a text, since models like to write something around it. */
function jsonWithin(text: string): Json | undefined {
  const start = text.search(/[[{]/);
  if (start === -1) return undefined;
  const end = text.lastIndexOf(text[start] === '{' ? '}' : ']');
  return end > start ? parseJson(text.slice(start, end + 1)) : undefined;
}
