import { lastUserText, type Question } from '../question.js';
import { answer, text, wait, words, type Step } from '../reply.js';
import { callTool } from './tools.js';
import { signatureOf } from '../signature.js';
import type { Scenarios } from './scenario.js';

const longText = 'A model writes one word after the other, and a reader sees each of them at once.';
const thoughts = ['The user asks something. ', 'I think about it. ', 'Now I know.'];

/** Models that answer with text. */
export const textScenarios: Scenarios = {
  echo: { about: 'Repeats the last text of the user.', reply: (question) => answer(words(lastUserText(question))) },
  deltas: {
    takes: ':<n>:<ms>',
    example: 'deltas:20:50',
    about: 'Counts from 1 to n, one number in each piece, with ms milliseconds between the pieces. Without figures: 20 pieces, no wait.',
    reply: (_question, { number }) => answer(counted(number(0, 20), number(1, 0))),
  },
  reasoning: {
    about: 'Thinks in three pieces, then answers.',
    reply: () => answer([...thinks(), ...words('I have thought about it.')]),
  },
  'reasoning-signed': {
    about: 'Thinks, signs its thoughts, and calls the first tool. The next turn is refused with 400 unless it has the signature unchanged.',
    reply: signedReasoning,
  },
  drip: {
    takes: ':<ms>',
    about: 'Answers with one byte in each packet, and ms milliseconds between them (1). The text has characters of several bytes.',
    reply: (_question, { number }) => answer(words('Grüße aus Zürich 🙂 and so on'), 'stop', { transport: { dripMs: number(0, 1) } }),
  },
  endless: { about: 'Never stops writing.', reply: () => answer(forever(), 'stop', { isEndless: true }) },
  length: {
    about: 'Stops in the middle, since the limit of tokens is reached.',
    reply: () => answer(words('This is the beginn'), 'length'),
  },
  filtered: { about: 'Stops in the middle, since a filter found something.', reply: () => answer(words('This is the'), 'filtered') },
  refused: { about: 'Refuses to answer.', reply: () => answer([], 'refused') },
  huge: {
    takes: ':<MiB>',
    about: 'Answers with that many mebibytes of text (20).',
    reply: (_question, { number }) => answer(bulk(number(0, 20))),
  },
  'no-usage': { about: 'Reports no usage.', reply: () => answer(words(longText), 'stop', { usage: () => null }) },
  'cached-usage': {
    about: 'Reports 1,000 more input tokens, all of them cached.',
    reply: () =>
      answer(words(longText), 'stop', { usage: (counted) => ({ ...counted, input: Number(counted.input) + 1_000, cached: 1_000 }) }),
  },
  'wrong-usage': {
    takes: ':<cached|negative|text>',
    about: 'Reports usage that cannot be: more cached tokens than input tokens, negative figures, or text.',
    reply: (_question, { word }) =>
      answer(words(longText), 'stop', {
        usage: (counted) => {
          if (word(0) === 'negative') return { input: -7, output: -3, cached: 0, reasoning: 0 };
          if (word(0) === 'text') return { input: 'many', output: 'some', cached: 'none', reasoning: 'none' };
          return { ...counted, cached: Number(counted.input) + 100 };
        },
      }),
  },
};

function* counted(pieces: number, ms: number): Generator<Step> {
  for (let number = 1; number <= pieces; number += 1) {
    if (number > 1 && ms > 0) yield wait(ms);
    yield text(number === 1 ? '1' : ` ${number}`);
  }
}

const thinks = (): Step[] => thoughts.map((thought) => ({ type: 'reasoning', text: thought }));

function* forever(): Generator<Step> {
  for (;;) yield text('and so on '.repeat(100));
}

function* bulk(mebibytes: number): Generator<Step> {
  const piece = '0123456789abcde '.repeat(4_096);
  for (let count = 0; count < mebibytes * 16; count += 1) yield text(piece);
}

function signedReasoning(question: Question): ReturnType<Scenarios[string]['reply']> {
  const signature = signatureOf(thoughts.join(''));
  const last = question.turns.findLast((turn) => turn.role === 'assistant');
  if (last !== undefined && !last.signatures.includes(signature)) {
    return {
      kind: 'refusal',
      status: 400,
      code: 'invalid_request_error',
      message: 'The reasoning of the last turn must come back with its signature, unchanged',
    };
  }
  const thinking: Step[] = [...thinks(), { type: 'signature', signature }];
  const isFirst = last === undefined && question.tools.length > 0 && question.toolChoice !== 'none';
  return isFirst
    ? answer([...thinking, callTool(question, question.tools[0], 0)], 'tool-calls')
    : answer([...thinking, ...words('My thoughts came back with their signature.')]);
}
