import type { Json, JsonObject } from '#kernel/json.js';
import type { ProviderKind } from '#kernel/models/model-provider.js';

/** What a model says in one answer, to be written in each dialect. */
export interface SaidAnswer {
  /** Written in pieces. */
  readonly text?: readonly string[];
  readonly reasoning?: { readonly text: string; readonly signature?: string };
  readonly calls?: readonly { readonly id?: string | undefined; readonly name: string; readonly arguments: string }[];
  /** Default: `stop`, or that of calls. */
  readonly finish?: 'stop' | 'length' | 'content-filter' | 'none';
  /** Null: none is reported. */
  readonly usage?: { readonly input: Json; readonly cached?: Json; readonly output: Json; readonly reasoning?: Json } | null;
}

const usualUsage = { input: 20, cached: 4, output: 9, reasoning: 3 };

/** An answer as the servers of a dialect write it. Written by hand from the documentation of the dialects. */
export const answersOf: Readonly<Record<ProviderKind, (said: SaidAnswer) => string>> = {
  'openai-compatible': chatCompletions,
  openai: responses,
  anthropic: messages,
  google: gemini,
};

/** An error object as the servers of a dialect write it. */
export function errorOf(kind: ProviderKind, { message, code, status }: { message: string; code: string; status: number }): string {
  if (kind === 'anthropic') return JSON.stringify({ type: 'error', error: { type: code, message } });
  if (kind === 'google') return JSON.stringify({ error: { code: status, message, status: code.toUpperCase() } });
  return JSON.stringify({ error: { message, type: 'invalid_request_error', param: null, code } });
}

function chatCompletions({ text = [], reasoning, calls = [], finish, usage = usualUsage }: SaidAnswer): string {
  const chunk = (delta: Json, finish_reason: string | null = null): JsonObject => ({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1_770_000_000,
    model: 'served-model',
    choices: [{ index: 0, delta, finish_reason }],
  });
  const reasons = { stop: 'stop', length: 'length', 'content-filter': 'content_filter', none: null };
  const reason = finish === undefined ? (calls.length > 0 ? 'tool_calls' : 'stop') : reasons[finish];
  const toolCalls = calls.flatMap(({ id, name, arguments: given }, index) => [
    chunk({ tool_calls: [{ index, ...(id === undefined ? {} : { id }), type: 'function', function: { name, arguments: '' } }] }),
    ...halves(given).map((half) => chunk({ tool_calls: [{ index, function: { arguments: half } }] })),
  ]);
  const counts = usage && {
    prompt_tokens: usage.input,
    completion_tokens: usage.output,
    prompt_tokens_details: { cached_tokens: usage.cached ?? 0 },
    completion_tokens_details: { reasoning_tokens: usage.reasoning ?? 0 },
  };
  const events = [
    chunk({ role: 'assistant', content: '' }),
    ...(reasoning === undefined ? [] : [chunk({ reasoning_content: reasoning.text })]),
    ...text.map((content) => chunk({ content })),
    ...toolCalls,
    ...(reason === null ? [] : [chunk({}, reason)]),
    ...(counts ? [{ ...chunk({}), choices: [], usage: counts }] : []),
  ];
  return [...events.map(data), ...(reason === null ? [] : ['data: [DONE]\n\n'])].join('');
}

function responses({ text = [], reasoning, calls = [], finish, usage = usualUsage }: SaidAnswer): string {
  const response = { id: 'resp_1', object: 'response', created_at: 1_770_000_000, model: 'served-model' };
  const thought = { id: 'rs_1', type: 'reasoning', summary: [], encrypted_content: null };
  const signed = { ...thought, encrypted_content: reasoning?.signature ?? null };
  const message = { id: 'msg_1', type: 'message', role: 'assistant', status: 'in_progress', content: [] };
  const content = [{ type: 'output_text', text: text.join(''), annotations: [] }];
  let place = -1;
  const item = (added: JsonObject, inside: readonly JsonObject[], done: JsonObject): JsonObject[] => {
    place += 1;
    const output_index = place;
    return [
      { type: 'response.output_item.added', output_index, item: added },
      ...inside.map((event) => ({ ...event, output_index })),
      { type: 'response.output_item.done', output_index, item: done },
    ];
  };
  const call = (id: string | undefined, name: string, given: string, at: number): JsonObject[] => {
    const added = { id: `fc_${at}`, type: 'function_call', call_id: id ?? '', name, arguments: '', status: 'in_progress' };
    const deltas = halves(given).map((delta) => ({ type: 'response.function_call_arguments.delta', item_id: `fc_${at}`, delta }));
    return item(added, deltas, { ...added, arguments: given, status: 'completed' });
  };
  const counts = usage && {
    input_tokens: usage.input,
    input_tokens_details: { cached_tokens: usage.cached ?? 0 },
    output_tokens: usage.output,
    output_tokens_details: { reasoning_tokens: usage.reasoning ?? 0 },
  };
  const reasons = { length: 'max_output_tokens', 'content-filter': 'content_filter' };
  const isWhole = finish === undefined || finish === 'stop';
  const incomplete = isWhole || finish === 'none' ? null : { reason: reasons[finish] };
  const events: JsonObject[] = [
    { type: 'response.created', response },
    ...(reasoning === undefined
      ? []
      : item(
          thought,
          [
            { type: 'response.reasoning_summary_part.added', item_id: 'rs_1', summary_index: 0 },
            { type: 'response.reasoning_summary_text.delta', item_id: 'rs_1', summary_index: 0, delta: reasoning.text },
          ],
          { ...signed, summary: [{ type: 'summary_text', text: reasoning.text }] },
        )),
    ...(text.length === 0
      ? []
      : item(
          message,
          text.map((delta) => ({ type: 'response.output_text.delta', item_id: 'msg_1', content_index: 0, delta })),
          { ...message, status: 'completed', content },
        )),
    ...calls.flatMap(({ id, name, arguments: given }, at) => call(id, name, given, at)),
    ...(finish === 'none'
      ? []
      : [
          {
            type: isWhole ? 'response.completed' : 'response.incomplete',
            response: { ...response, incomplete_details: incomplete, ...(counts ? { usage: counts } : {}) },
          },
        ]),
  ];
  return events.map((event, at) => named({ ...event, sequence_number: at })).join('');
}

function messages({ text = [], reasoning, calls = [], finish, usage = usualUsage }: SaidAnswer): string {
  const cached = usage?.cached ?? 0;
  const plain = typeof usage?.input === 'number' && typeof cached === 'number' ? usage.input - cached : (usage?.input ?? 0);
  const counts = usage && { input_tokens: plain, cache_read_input_tokens: cached, cache_creation_input_tokens: 0, output_tokens: 1 };
  const about = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'served-model',
    content: [],
    stop_reason: null,
    stop_sequence: null,
  };
  const reasons = { stop: 'end_turn', length: 'max_tokens', 'content-filter': 'refusal', none: null };
  const reason = finish === undefined ? (calls.length > 0 ? 'tool_use' : 'end_turn') : reasons[finish];
  let index = -1;
  const block = (content_block: JsonObject, deltas: readonly JsonObject[]): JsonObject[] => {
    index += 1;
    const at = index;
    return [
      { type: 'content_block_start', index: at, content_block },
      ...deltas.map((delta) => ({ type: 'content_block_delta', index: at, delta })),
      { type: 'content_block_stop', index: at },
    ];
  };
  const events: JsonObject[] = [
    { type: 'message_start', message: { ...about, ...(counts ? { usage: counts } : {}) } },
    { type: 'ping' },
    ...(reasoning === undefined
      ? []
      : block({ type: 'thinking', thinking: '', signature: '' }, [
          { type: 'thinking_delta', thinking: reasoning.text },
          ...(reasoning.signature === undefined ? [] : [{ type: 'signature_delta', signature: reasoning.signature }]),
        ])),
    ...(text.length === 0
      ? []
      : block(
          { type: 'text', text: '' },
          text.map((piece) => ({ type: 'text_delta', text: piece })),
        )),
    ...calls.flatMap(({ id = '', name, arguments: given }) =>
      block(
        { type: 'tool_use', id, name, input: {} },
        halves(given).map((partial_json) => ({ type: 'input_json_delta', partial_json })),
      ),
    ),
    ...(reason === null
      ? []
      : [
          {
            type: 'message_delta',
            delta: { stop_reason: reason, stop_sequence: null },
            ...(usage ? { usage: { output_tokens: usage.output } } : {}),
          },
          { type: 'message_stop' },
        ]),
  ];
  return events.map(named).join('');
}

function gemini({ text = [], reasoning, calls = [], finish, usage = usualUsage }: SaidAnswer): string {
  const candidate = (parts: readonly JsonObject[], finishReason?: string): JsonObject => ({
    candidates: [{ content: { role: 'model', parts }, index: 0, ...(finishReason === undefined ? {} : { finishReason }) }],
    modelVersion: 'served-model',
    responseId: 'resp-1',
  });
  const thoughts = usage?.reasoning ?? 0;
  const spoken = typeof usage?.output === 'number' && typeof thoughts === 'number' ? usage.output - thoughts : (usage?.output ?? 0);
  const counts = usage && {
    promptTokenCount: usage.input,
    cachedContentTokenCount: usage.cached ?? 0,
    candidatesTokenCount: spoken,
    thoughtsTokenCount: thoughts,
  };
  const reasons = { stop: 'STOP', length: 'MAX_TOKENS', 'content-filter': 'SAFETY', none: undefined };
  const reason = reasons[finish ?? 'stop'];
  const signature = reasoning?.signature === undefined ? {} : { thoughtSignature: reasoning.signature };
  const functionCalls = calls.map(({ id, name, arguments: given }) =>
    candidate([{ functionCall: { ...(id === undefined ? {} : { id }), name, args: JSON.parse(given) as Json }, ...signature }]),
  );
  const events = [
    ...(reasoning === undefined ? [] : [candidate([{ text: reasoning.text, thought: true, ...signature }])]),
    ...text.map((piece) => candidate([{ text: piece }])),
    ...functionCalls,
    ...(reason === undefined ? [] : [{ ...candidate([{ text: '' }], reason), ...(counts ? { usageMetadata: counts } : {}) }]),
  ];
  return events.map((event) => data(event).replaceAll('\n', '\r\n')).join('');
}

function halves(text: string): readonly string[] {
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)];
}

function data(event: Json): string {
  return `data: ${JSON.stringify(event)}\n\n`;
}

function named(event: JsonObject): string {
  return `event: ${event['type'] as string}\n${data(event)}`;
}
