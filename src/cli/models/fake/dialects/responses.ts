import type { Json, JsonObject } from '#kernel/json.js';
import { UnreadableQuestion, type Question, type ToolCall, type Turn } from '../question.js';
import type { Finish, Usage } from '../reply.js';
import { event, pieces, refusalText, type Dialect, type Heading, type StreamWriter, type WrittenPart } from './dialect.js';
import { contentText, objectOf, objectsOf, textOf } from './read-json.js';

/** Responses of OpenAI. Nothing is stored: a caller sends the whole conversation each time. */
export const responses: Dialect = {
  name: 'responses',
  read: (body) => ({
    isStreamed: body['stream'] === true,
    wantsUsage: true,
    turns: [...instructionsOf(body['instructions']), ...inputOf(body['input'])],
    tools: objectsOf(body['tools'], 'tools').map(({ name, parameters }) => ({ name: textOf(name), parameters: objectOf(parameters) })),
    toolChoice: toolChoiceOf(body['tool_choice']),
    schema: schemaOf(objectOf(objectOf(body['text'])['format'])),
  }),
  stream: (heading) => new ResponseStream(heading),
  whole: (heading, { parts, finish, usage }) => ({
    ...head(heading),
    ...statusOf(finish),
    output: finish === 'refused' ? [messageItem('item_0', refusalText, true)] : parts.map(itemOf),
    usage: usage === null ? null : usageOf(usage),
  }),
  error: ({ code, message }) => ({ error: { message, type: code, param: null, code } }),
};

const instructionsOf = (instructions: Json | undefined): Turn[] =>
  typeof instructions === 'string' ? [{ role: 'system', text: instructions }] : [];

function inputOf(input: Json | undefined): Turn[] {
  if (typeof input === 'string') return [{ role: 'user', text: input }];
  const turns: Turn[] = [];
  for (const turn of objectsOf(input, 'input').map(turnOf)) {
    const last = turns.at(-1);
    // One answer of a model comes back as several items.
    if (turn.role === 'assistant' && last?.role === 'assistant') turns.splice(-1, 1, joined(last, turn));
    else turns.push(turn);
  }
  if (turns.length === 0) throw new UnreadableQuestion('input must not be empty');
  return turns;
}

type AssistantTurn = Turn & { readonly role: 'assistant' };

const joined = (one: AssistantTurn, other: AssistantTurn): AssistantTurn => ({
  role: 'assistant',
  text: one.text + other.text,
  calls: [...one.calls, ...other.calls],
  signatures: [...one.signatures, ...other.signatures],
});

function turnOf(item: JsonObject): Turn {
  const said = { role: 'assistant', text: '', calls: [], signatures: [] } as const;
  switch (item['type'] ?? 'message') {
    case 'message':
      return messageTurn(item);
    case 'function_call':
      return { ...said, calls: [{ id: textOf(item['call_id']), name: textOf(item['name']), arguments: textOf(item['arguments']) }] };
    case 'function_call_output':
      return { role: 'tool', callId: textOf(item['call_id']), text: contentText(item['output']) };
    case 'reasoning':
      return { ...said, signatures: [textOf(item['encrypted_content'])] };
    case 'item_reference':
      throw new UnreadableQuestion(`Item ${textOf(item['id'])} is not stored: send the whole conversation, with store: false`);
    default:
      throw new UnreadableQuestion(`input: items of type ${JSON.stringify(item['type'])} are unknown`);
  }
}

function messageTurn({ role, content }: JsonObject): Turn {
  switch (role) {
    case 'system':
    case 'developer':
      return { role: 'system', text: contentText(content) };
    case 'user':
      return { role, text: contentText(content) };
    case 'assistant':
      return { role, text: contentText(content), calls: [], signatures: [] };
    default:
      throw new UnreadableQuestion(`role must be system, developer, user or assistant, not ${JSON.stringify(role)}`);
  }
}

function toolChoiceOf(choice: Json | undefined): Question['toolChoice'] {
  if (choice === 'none') return 'none';
  const { name } = objectOf(choice);
  return typeof name === 'string' ? { tool: name } : 'auto';
}

function schemaOf({ type, schema }: JsonObject): JsonObject | undefined {
  if (type === 'json_object') return { type: 'object' };
  return type === 'json_schema' ? objectOf(schema) : undefined;
}

const head = ({ id, model }: Heading): JsonObject => ({
  id: `resp_${id}`,
  object: 'response',
  created_at: 1,
  model,
  error: null,
  incomplete_details: null,
});

function statusOf(finish: Finish | null): JsonObject {
  if (finish === 'length') return { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } };
  if (finish === 'filtered') return { status: 'incomplete', incomplete_details: { reason: 'content_filter' } };
  return { status: finish === null ? 'in_progress' : 'completed' };
}

function usageOf({ input, output, cached, reasoning }: Usage): JsonObject {
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: cached },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: reasoning },
    total_tokens: typeof input === 'number' && typeof output === 'number' ? input + output : input,
  };
}

function itemOf(part: WrittenPart, index: number): JsonObject {
  switch (part.type) {
    case 'text':
      return messageItem(`item_${index}`, part.text, false);
    case 'reasoning':
      return reasoningItem(`item_${index}`, part.text, part.signature);
    case 'call':
      return callItem(`item_${index}`, part.call);
  }
}

const messageItem = (id: string, text: string, isRefused: boolean): JsonObject => ({
  id,
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [isRefused ? { type: 'refusal', refusal: text } : { type: 'output_text', text, annotations: [] }],
});

const reasoningItem = (id: string, text: string, signature: string | null): JsonObject => ({
  id,
  type: 'reasoning',
  summary: [{ type: 'summary_text', text }],
  encrypted_content: signature,
});

const callItem = (id: string, { id: callId, name, arguments: given }: ToolCall): JsonObject => ({
  id,
  type: 'function_call',
  status: 'completed',
  call_id: callId,
  name,
  arguments: given,
});

interface OpenItem {
  readonly id: string;
  readonly kind: 'text' | 'reasoning';
  text: string;
  signature: string | null;
}

class ResponseStream implements StreamWriter {
  #sequence = 0;
  #index = -1;
  #open: OpenItem | undefined;

  constructor(private readonly heading: Heading) {}

  begin(): string {
    const response = { ...head(this.heading), status: 'in_progress', output: [] };
    return this.#event({ type: 'response.created', response }) + this.#event({ type: 'response.in_progress', response });
  }

  text(text: string): string {
    const start = this.#inside('text');
    return start + this.#delta('response.output_text.delta', { content_index: 0, delta: text }, text);
  }

  reasoning(text: string): string {
    const start = this.#inside('reasoning');
    return start + this.#delta('response.reasoning_summary_text.delta', { summary_index: 0, delta: text }, text);
  }

  signature(signature: string): string {
    if (this.#open !== undefined) this.#open.signature = signature;
    return '';
  }

  call(call: ToolCall): string {
    const closed = this.#close();
    const id = this.#nextId();
    const at = { item_id: id, output_index: this.#index };
    const events = [
      {
        type: 'response.output_item.added',
        output_index: this.#index,
        item: { ...callItem(id, call), status: 'in_progress', arguments: '' },
      },
      ...pieces(call.arguments).map((delta) => ({ type: 'response.function_call_arguments.delta', ...at, delta })),
      { type: 'response.function_call_arguments.done', ...at, arguments: call.arguments },
      { type: 'response.output_item.done', output_index: this.#index, item: callItem(id, call) },
    ];
    return closed + events.map((data) => this.#event(data)).join('');
  }

  fault(message: string): string {
    return this.#event({ type: 'error', error: { type: 'server_error', code: 'server_error', message, param: null } });
  }

  finish(finish: Finish, usage: Usage | null): string {
    const response: JsonObject = { ...head(this.heading), ...statusOf(finish), output: [], usage: usage === null ? null : usageOf(usage) };
    const refusal = finish === 'refused' ? this.#refusal() : this.#close();
    return refusal + this.#event({ type: `response.${textOf(response['status'])}`, response });
  }

  /** Adds an item of this kind unless one is open. */
  #inside(kind: OpenItem['kind']): string {
    if (this.#open?.kind === kind) return '';
    const closed = this.#close();
    this.#open = { id: this.#nextId(), kind, text: '', signature: null };
    const item = kind === 'text' ? messageItem(this.#open.id, '', false) : reasoningItem(this.#open.id, '', null);
    const added = this.#event({ type: 'response.output_item.added', output_index: this.#index, item: { ...item, status: 'in_progress' } });
    const part = {
      type: 'response.reasoning_summary_part.added',
      ...this.#place(),
      summary_index: 0,
      part: { type: 'summary_text', text: '' },
    };
    return closed + added + (kind === 'text' ? '' : this.#event(part));
  }

  #close(): string {
    const open = this.#open;
    if (open === undefined) return '';
    const item = open.kind === 'text' ? messageItem(open.id, open.text, false) : reasoningItem(open.id, open.text, open.signature);
    const done = this.#event({ type: 'response.output_item.done', output_index: this.#index, item });
    const part = { type: 'response.reasoning_summary_part.done', ...this.#place(), summary_index: 0 };
    this.#open = undefined;
    return (open.kind === 'text' ? '' : this.#event(part)) + done;
  }

  #refusal(): string {
    const start = this.#inside('text');
    return start + this.#event({ type: 'response.refusal.delta', ...this.#place(), content_index: 0, delta: refusalText }) + this.#close();
  }

  #delta(type: string, more: JsonObject, text: string): string {
    if (this.#open !== undefined) this.#open.text += text;
    return this.#event({ type, ...this.#place(), ...more });
  }

  #place(): JsonObject {
    return { item_id: this.#open?.id ?? '', output_index: this.#index };
  }

  #nextId(): string {
    this.#index += 1;
    return `item_${this.#index}`;
  }

  #event(data: JsonObject): string {
    return event({ ...data, sequence_number: this.#sequence++ }, textOf(data['type']));
  }
}
