import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import { userTexts, type OfferedTool, type Question } from '../question.js';
import { answer, call, text, words, type Answer, type Finish, type Step } from '../reply.js';
import { exampleValue } from './example-value.js';
import type { Scenarios } from './scenario.js';

/** Models that answer with a value for a schema. */
export const schemaScenarios: Scenarios = {
  'schema-ok': {
    about: 'Answers with JSON that fits the schema. What the user states is used: `total: 12` is the value of a field `total`.',
    reply: (question) => answerWith(question, JSON.stringify(fitting(question))),
  },
  'schema-wrong': {
    takes: ':<n>',
    about: 'Answers with JSON that does not fit the schema. With n: the answer after n such answers fits.',
    reply: (question, { number }) => {
      const given = question.turns.filter(({ role }) => role === 'assistant').length;
      const value = fitting(question);
      return answerWith(question, JSON.stringify(given < number(0, Infinity) ? misfit(value) : value));
    },
  },
  'schema-cut': {
    about: 'Answers with the first half of JSON that fits the schema: the limit of tokens is reached.',
    reply: (question) => {
      const whole = JSON.stringify(fitting(question));
      return answerWith(question, whole.slice(0, Math.ceil(whole.length / 2)), 'length');
    },
  },
  'schema-endless': {
    about: 'Begins with JSON and then writes blank lines for ever.',
    reply: () => answer(blankForEver(), 'stop', { isEndless: true }),
  },
};

/** The tool that is demanded in the place of an answer: dialects without schemas take the answer as its arguments. */
function demandedTool({ schema, tools, toolChoice }: Question): OfferedTool | undefined {
  return schema === undefined && typeof toolChoice === 'object' ? tools.find(({ name }) => name === toolChoice.tool) : undefined;
}

function fitting(question: Question): Json {
  const schema = question.schema ?? demandedTool(question)?.parameters ?? schemaInTexts(question);
  return exampleValue(schema, userTexts(question));
}

function answerWith(question: Question, json: string, finish?: Finish): Answer {
  const tool = demandedTool(question);
  if (tool === undefined) return answer(pieces(json), finish);
  return answer([call({ id: `call_${question.turns.length}_0`, name: tool.name, arguments: json })], finish ?? 'tool-calls');
}

/** A server without schemas gets them in a text: the last JSON object in the conversation that reads like a schema. */
function schemaInTexts({ turns }: Question): JsonObject {
  for (const { text: said } of turns.toReversed()) {
    for (let start = said.indexOf('{'); start !== -1; start = said.indexOf('{', start + 1)) {
      const value = parsed(said.slice(start, said.lastIndexOf('}') + 1));
      if (isJsonObject(value) && (value['type'] !== undefined || value['properties'] !== undefined)) return value;
    }
  }
  return { type: 'object', properties: { answer: { type: 'string' } } };
}

function parsed(json: string): Json | undefined {
  try {
    return JSON.parse(json) as Json;
  } catch {
    return undefined;
  }
}

/** A value of other types under the same names. */
function misfit(value: Json): Json {
  if (!isJsonObject(value)) return { wrong: true };
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, typeof field === 'boolean' ? 'perhaps' : [false, field]]));
}

const pieces = (json: string): Step[] => (json.match(/[^]{1,5}/g) ?? []).map(text);

function* blankForEver(): Generator<Step> {
  yield* words('{"answer": ');
  for (;;) yield text('\n\t'.repeat(500));
}
