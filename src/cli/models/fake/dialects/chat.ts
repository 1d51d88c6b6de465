import type { Json, JsonObject } from '#kernel/json.js';
import { UnreadableQuestion, type Question, type ToolCall, type Turn } from '../question.js';
import type { Finish, Usage } from '../reply.js';
import { signatureOf } from '../signature.js';
import { event, pieces, refusalText, writtenText, type Dialect, type Heading, type StreamWriter, type Written } from './dialect.js';
import { contentText, objectOf, objectsOf, someObjectsOf, textOf } from './read-json.js';

/** Chat completions of OpenAI, as Ollama, vLLM, llama.cpp, LM Studio and LiteLLM speak it. */
export const chat: Dialect = {
  name: 'chat',
  read: (body) => ({
    isStreamed: body['stream'] === true,
    wantsUsage: objectOf(body['stream_options'])['include_usage'] === true,
    turns: someObjectsOf(body['messages'], 'messages').map(turnOf),
    tools: objectsOf(body['tools'], 'tools').map((tool) => {
      const { name, parameters } = objectOf(tool['function']);
      return { name: textOf(name), parameters: objectOf(parameters) };
    }),
    toolChoice: toolChoiceOf(body['tool_choice']),
    schema: schemaOf(objectOf(body['response_format'])),
  }),
  stream: (heading) => new ChatStream(heading),
  whole: (heading, written) => ({
    ...head(heading, 'chat.completion'),
    choices: [{ index: 0, message: messageOf(written), finish_reason: finishReason(written.finish) }],
    ...(written.usage !== null && { usage: usageOf(written.usage) }),
  }),
  error: ({ code, message }) => ({ error: { message, type: code, param: null, code } }),
};

function turnOf(message: JsonObject): Turn {
  const content = contentText(message['content']);
  switch (message['role']) {
    case 'system':
    case 'developer':
      return { role: 'system', text: content };
    case 'user':
      return { role: 'user', text: content };
    case 'assistant':
      return {
        role: 'assistant',
        text: content,
        calls: objectsOf(message['tool_calls'], 'tool_calls').map(callOf),
        // This dialect has no signatures: the text of the reasoning itself must come back.
        signatures: typeof message['reasoning_content'] === 'string' ? [signatureOf(message['reasoning_content'])] : [],
      };
    case 'tool':
      return { role: 'tool', callId: textOf(message['tool_call_id']), text: content };
    default:
      throw new UnreadableQuestion(`role must be system, developer, user, assistant or tool, not ${JSON.stringify(message['role'])}`);
  }
}

function callOf(call: JsonObject): ToolCall {
  const { name, arguments: given } = objectOf(call['function']);
  return { id: textOf(call['id']), name: textOf(name), arguments: textOf(given) };
}

function toolChoiceOf(choice: Json | undefined): Question['toolChoice'] {
  if (choice === 'none') return 'none';
  const { name } = objectOf(objectOf(choice)['function']);
  return typeof name === 'string' ? { tool: name } : 'auto';
}

function schemaOf(format: JsonObject): JsonObject | undefined {
  if (format['type'] === 'json_object') return { type: 'object' };
  return format['type'] === 'json_schema' ? objectOf(objectOf(format['json_schema'])['schema']) : undefined;
}

const head = ({ id, model }: Heading, object: string): JsonObject => ({ id: `chatcmpl-${id}`, object, created: 1, model });

const finishReason = (finish: Finish | null): string | null =>
  finish === null
    ? null
    : { stop: 'stop', length: 'length', 'tool-calls': 'tool_calls', filtered: 'content_filter', refused: 'stop' }[finish];

function usageOf({ input, output, cached, reasoning }: Usage): JsonObject {
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: typeof input === 'number' && typeof output === 'number' ? input + output : input,
    prompt_tokens_details: { cached_tokens: cached },
    completion_tokens_details: { reasoning_tokens: reasoning },
  };
}

function messageOf(written: Written): JsonObject {
  const content = writtenText(written, 'text');
  const reasoning = writtenText(written, 'reasoning');
  const calls = written.parts.flatMap((part) => (part.type === 'call' ? [part.call] : []));
  const isRefused = written.finish === 'refused';
  return {
    role: 'assistant',
    content: isRefused || (content === '' && calls.length > 0) ? null : content,
    ...(isRefused && { refusal: refusalText }),
    ...(reasoning !== '' && { reasoning_content: reasoning }),
    ...(calls.length > 0 && { tool_calls: calls.map((call) => ({ ...idOf(call), type: 'function', function: functionOf(call) })) }),
  };
}

const idOf = ({ id }: ToolCall): JsonObject => (id === '' ? {} : { id });

const functionOf = ({ name, arguments: given }: ToolCall): JsonObject => ({ name, arguments: given });

class ChatStream implements StreamWriter {
  #calls = 0;

  constructor(private readonly heading: Heading) {}

  begin(): string {
    return this.#delta({ role: 'assistant', content: '' });
  }

  text(text: string): string {
    return this.#delta({ content: text });
  }

  reasoning(text: string): string {
    return this.#delta({ reasoning_content: text });
  }

  signature(): string {
    return '';
  }

  call(call: ToolCall): string {
    const index = this.#calls++;
    const first = { index, ...idOf(call), type: 'function', function: { name: call.name, arguments: '' } };
    const rest = pieces(call.arguments).map((piece) => ({ index, function: { arguments: piece } }));
    return [first, ...rest].map((delta) => this.#delta({ tool_calls: [delta] })).join('');
  }

  fault(message: string): string {
    return event({ error: { message, type: 'server_error', param: null, code: 'server_error' } });
  }

  finish(finish: Finish, usage: Usage | null): string {
    const refusal = finish === 'refused' ? this.#delta({ refusal: refusalText }) : '';
    const counted = usage !== null && this.heading.wantsUsage ? event({ ...this.#head(), choices: [], usage: usageOf(usage) }) : '';
    return `${refusal}${this.#delta({}, finishReason(finish))}${counted}data: [DONE]\n\n`;
  }

  #delta(delta: JsonObject, finish: string | null = null): string {
    return event({ ...this.#head(), choices: [{ index: 0, delta, finish_reason: finish }] });
  }

  #head(): JsonObject {
    return head(this.heading, 'chat.completion.chunk');
  }
}
