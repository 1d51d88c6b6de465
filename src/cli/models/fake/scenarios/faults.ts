import { answer, words, type Bytes, type Refusal, type Reply, type Step } from '../reply.js';
import type { Scenario, Scenarios } from './scenario.js';

const beginning = (): Step[] => words('This answer has a beginning');

/** Models that fail, and servers that do not speak their dialect. */
export const faultScenarios: Scenarios = {
  'hang-before-headers': { about: 'Accepts the request and never answers.', reply: () => ({ kind: 'silence' }) },
  'hang-inside': { about: 'Begins to answer, then sends nothing more.', reply: () => answer([...beginning(), { type: 'hang' }]) },
  cut: { about: 'Begins to answer, then closes the connection.', reply: () => answer([...beginning(), { type: 'cut' }]) },
  'end-without-finish': {
    about: 'Ends the answer without a reason and without usage.',
    reply: () => answer([...beginning(), { type: 'end' }]),
  },
  'error-inside': { about: 'Answers 200 and has an error in the answer.', reply: () => answer([...beginning(), { type: 'fault' }]) },
  '429': {
    takes: ':<seconds>',
    about: 'Always too many requests; with figures: `retry-after`.',
    reply: (_question, { word }) => tooMany(word(0)),
  },
  '429-then-ok': {
    takes: ':<seconds>',
    about: 'Too many requests for the first request of an idempotency key, with figures: `retry-after`; then an answer.',
    reply: (_question, { attempt, word }) => (attempt === 1 ? tooMany(word(0)) : answer(words('It works the second time.'))),
  },
  '500-then-ok': {
    about: 'A server error for the first request of an idempotency key, then an answer.',
    reply: (_question, { attempt }) =>
      attempt === 1 ? refusal(500, 'server_error', 'The server had an error') : answer(words('It works the second time.')),
  },
  '529': refusing(529, 'overloaded_error', 'Overloaded'),
  '503-always': refusing(503, 'service_unavailable', 'The service is not available'),
  '401': refusing(401, 'invalid_api_key', 'The API key is not valid'),
  '403': refusing(403, 'forbidden', 'This key may not use the model'),
  '404-model': refusing(404, 'model_not_found', 'The model does not exist'),
  '400-context': refusing(400, 'context_length_exceeded', 'The prompt is too long: 200001 tokens, and 200000 are allowed'),
  gzip: {
    about: 'Answers with compressed bytes, whatever the request accepts.',
    reply: () => answer(beginning(), 'stop', { transport: 'gzip' }),
  },
  html: {
    about: 'Answers 200 with a web page, like a proxy.',
    reply: () => bytes(200, { 'content-type': 'text/html' }, '<!doctype html><title>Sign in</title><p>Please sign in to the network.'),
  },
  'not-json': {
    about: 'Answers 200 with something that is not JSON, in a stream of events where one is wanted.',
    reply: ({ isStreamed }) =>
      isStreamed
        ? bytes(200, { 'content-type': 'text/event-stream' }, 'data: {"choices": [{"delta": {"content": "half\n\n')
        : bytes(200, { 'content-type': 'application/json' }, '{"choices": [{"message": {"content": "half'),
  },
  'bad-utf8': {
    about: 'Has bytes in its text that are not UTF-8.',
    reply: () => answer(words('Before \uFFFF after'), 'stop', { transport: 'bad-utf8' }),
  },
  'redirect-private': {
    about: 'Redirects to an address of the local network.',
    reply: () => bytes(307, { location: 'http://169.254.169.254/latest/meta-data/' }, ''),
  },
  'redirect-elsewhere': {
    about: 'Redirects to another origin: this server under another name, whose requests are counted as `elsewhere`.',
    reply: (_question, { elsewhere }) => bytes(307, { location: elsewhere }, ''),
  },
};

function refusal(status: number, code: string, message: string, headers: Refusal['headers'] = {}): Refusal {
  return { kind: 'refusal', status, code, message, headers };
}

function refusing(status: number, code: string, message: string): Scenario {
  return { about: `Always ${status}: ${message}.`, reply: () => refusal(status, code, message) };
}

function tooMany(seconds: string | undefined): Reply {
  return refusal(429, 'rate_limit_exceeded', 'Too many requests', seconds === undefined ? {} : { 'retry-after': seconds });
}

function bytes(status: number, headers: Bytes['headers'], body: string): Bytes {
  return { kind: 'bytes', status, headers, body };
}
