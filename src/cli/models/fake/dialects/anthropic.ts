import type { Json, JsonObject } from '#kernel/json.js';
import { UnreadableQuestion, type OfferedTool, type Question, type ToolCall, type Turn } from '../question.js';
import type { Finish, Usage } from '../reply.js';
import { event, pieces, type Dialect, type Heading, type StreamWriter, type WrittenPart } from './dialect.js';
import { contentText, objectOf, objectsOf, someObjectsOf, textOf } from './read-json.js';

/** Messages of Anthropic. */
export const anthropic: Dialect = {
  name: 'anthropic',
  read: (body) => {
    const messages = someObjectsOf(body['messages'], 'messages');
    if (messages[0]?.['role'] !== 'user') throw new UnreadableQuestion('messages: the first message must have the role user');
    const tools = objectsOf(body['tools'], 'tools').map(({ name, input_schema }) => ({
      name: textOf(name),
      parameters: objectOf(input_schema),
    }));
    return {
      isStreamed: body['stream'] === true,
      wantsUsage: true,
      turns: [...systemOf(body['system']), ...messages.flatMap(turnsOf)],
      tools: objectsOf(body['tools'], 'tools').map(({ name, input_schema }) => ({
        name: textOf(name),
        parameters: objectOf(input_schema),
      })),
      toolChoice: toolChoiceOf(objectOf(body['tool_choice']), tools),
      schema: schemaOf(objectOf(objectOf(body['output_config'])['format'])) ?? schemaOf(objectOf(body['output_format'])),
    };
  },
  stream: (heading) => new MessageStream(heading),
  whole: (heading, written) => ({
    ...messageOf(heading),
    content: written.parts.map(blockOf),
    stop_reason: stopReason(written.finish),
    usage: { ...inputOf(written.usage ?? none), output_tokens: (written.usage ?? none).output },
  }),
  error: ({ status, message }) => ({ type: 'error', error: { type: errorTypes[status] ?? 'api_error', message } }),
};

const errorTypes: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
  529: 'overloaded_error',
};

const systemOf = (system: Json | undefined): Turn[] => (system === undefined ? [] : [{ role: 'system', text: contentText(system) }]);

const schemaOf = (format: JsonObject): JsonObject | undefined =>
  format['type'] === 'json_schema' ? objectOf(format['schema']) : undefined;

function turnsOf(message: JsonObject): Turn[] {
  const { role, content } = message;
  if (role !== 'user' && role !== 'assistant') {
    throw new UnreadableQuestion(`role must be user or assistant, not ${JSON.stringify(role)}`);
  }
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : someObjectsOf(content, 'content');
  return role === 'assistant' ? [assistantTurn(blocks)] : userTurns(blocks);
}

function assistantTurn(blocks: readonly JsonObject[]): Turn {
  return {
    role: 'assistant',
    text: blocks.map((block) => (block['type'] === 'text' ? textOf(block['text']) : '')).join(''),
    calls: blocks
      .filter(({ type }) => type === 'tool_use')
      .map(({ id, name, input }) => ({ id: textOf(id), name: textOf(name), arguments: JSON.stringify(input) })),
    signatures: blocks.flatMap(({ type, signature }) => (type === 'thinking' ? [textOf(signature)] : [])),
  };
}

/** A message of the user may have results of tools and then text. */
function userTurns(blocks: readonly JsonObject[]): Turn[] {
  const results = blocks.filter(({ type }) => type === 'tool_result');
  const rest = blocks.filter(({ type }) => type !== 'tool_result');
  return [
    ...results.map(({ tool_use_id, content }): Turn => ({ role: 'tool', callId: textOf(tool_use_id), text: contentText(content) })),
    ...(rest.length === 0 ? [] : [{ role: 'user', text: contentText(rest) } as const]),
  ];
}

/** *any* demands a tool of the model's choice: the one for an answer with a schema, which libraries call `json`, or the first. */
function toolChoiceOf({ type, name }: JsonObject, tools: readonly OfferedTool[]): Question['toolChoice'] {
  if (type === 'none') return 'none';
  if (type === 'tool') return { tool: textOf(name) };
  const demanded = type === 'any' ? (tools.find((tool) => tool.name === 'json') ?? tools[0]) : undefined;
  return demanded === undefined ? 'auto' : { tool: demanded.name };
}

const messageOf = ({ id, model }: Heading): JsonObject => ({
  id: `msg_${id}`,
  type: 'message',
  role: 'assistant',
  model,
  content: [],
  stop_reason: null,
  stop_sequence: null,
});

const stopReason = (finish: Finish | null): string | null =>
  finish === null
    ? null
    : { stop: 'end_turn', length: 'max_tokens', 'tool-calls': 'tool_use', filtered: 'refusal', refused: 'refusal' }[finish];

/** An answer of this dialect always has figures: servers that count nothing send zeros. */
const none: Usage = { input: 0, output: 0, cached: 0, reasoning: 0 };

/** This dialect counts cached tokens apart. */
function inputOf({ input, cached }: Usage): JsonObject {
  const areNumbers = typeof input === 'number' && typeof cached === 'number';
  return { input_tokens: areNumbers ? input - cached : input, cache_read_input_tokens: cached, cache_creation_input_tokens: 0 };
}

function blockOf(part: WrittenPart): JsonObject {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text };
    case 'reasoning':
      return { type: 'thinking', thinking: part.text, signature: part.signature ?? '' };
    case 'call':
      return { type: 'tool_use', id: part.call.id, name: part.call.name, input: inputValue(part.call.arguments) };
  }
}

/** An answer in one piece cannot hold arguments that are no JSON: they are then text. */
function inputValue(given: string): Json {
  try {
    return JSON.parse(given) as Json;
  } catch {
    return given;
  }
}

class MessageStream implements StreamWriter {
  #index = -1;
  #open: 'text' | 'thinking' | undefined;

  constructor(private readonly heading: Heading) {}

  begin(usage: Usage | null): string {
    const counted = { ...inputOf(usage ?? none), output_tokens: 0 };
    return named({ type: 'message_start', message: { ...messageOf(this.heading), usage: counted } });
  }

  text(text: string): string {
    return this.#inside('text', { type: 'text', text: '' }) + this.#delta({ type: 'text_delta', text });
  }

  reasoning(text: string): string {
    const block = { type: 'thinking', thinking: '', signature: '' };
    return this.#inside('thinking', block) + this.#delta({ type: 'thinking_delta', thinking: text });
  }

  signature(signature: string): string {
    return this.#delta({ type: 'signature_delta', signature });
  }

  call({ id, name, arguments: given }: ToolCall): string {
    const start = this.#close() + this.#start({ type: 'tool_use', id, name, input: {} });
    const deltas = pieces(given).map((piece) => this.#delta({ type: 'input_json_delta', partial_json: piece }));
    return `${start}${deltas.join('')}${named({ type: 'content_block_stop', index: this.#index })}`;
  }

  fault(message: string): string {
    return named({ type: 'error', error: { type: 'overloaded_error', message } });
  }

  finish(finish: Finish, usage: Usage | null): string {
    const ends = { stop_reason: stopReason(finish), stop_sequence: null };
    const delta = { type: 'message_delta', delta: ends, usage: { output_tokens: (usage ?? none).output } };
    return this.#close() + named(delta) + named({ type: 'message_stop' });
  }

  /** Opens a block of this kind unless one is open. */
  #inside(kind: 'text' | 'thinking', block: JsonObject): string {
    if (this.#open === kind) return '';
    const start = this.#close() + this.#start(block);
    this.#open = kind;
    return start;
  }

  #start(block: JsonObject): string {
    this.#index += 1;
    return named({ type: 'content_block_start', index: this.#index, content_block: block });
  }

  #close(): string {
    if (this.#open === undefined) return '';
    this.#open = undefined;
    return named({ type: 'content_block_stop', index: this.#index });
  }

  #delta(delta: JsonObject): string {
    return named({ type: 'content_block_delta', index: this.#index, delta });
  }
}

/** Events of this dialect have their type as their name too. */
const named = (data: JsonObject): string => event(data, textOf(data['type']));
