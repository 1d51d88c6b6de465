import type { Json, JsonObject } from '#kernel/json.js';

/** A question in no dialect. */
export interface AskedModel {
  readonly url: string;
  readonly model: string;
  readonly isStreamed: boolean;
  readonly key?: string;
  readonly text?: string;
  readonly tools?: readonly AskedTool[];
  readonly schema?: JsonObject;
  /** What the model said and received after the text: calls with their results. */
  readonly rounds?: readonly { readonly name: string; readonly given: JsonObject; readonly result: string }[];
  readonly signal?: AbortSignal;
}

export interface AskedTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
}

/** What a dialect answers, read by hand. Texts are empty where the answer has none. */
export interface HeardAnswer {
  readonly status: number;
  readonly text: string;
  readonly reasoning: string;
  /** Names of the tools that are called. */
  readonly calls: readonly string[];
  readonly callIds: readonly string[];
  /** The arguments of all calls, one after the other, as JSON text. */
  readonly given: string;
  /** The texts of the answer as they came. */
  readonly pieces: readonly string[];
  /** In how many pieces the arguments came. */
  readonly givenPieces: number;
  /** The dialect's own word. */
  readonly finish: string;
  /** Values of one or more objects with usage. */
  readonly usage: JsonObject;
  readonly headers: Headers;
  readonly raw: string;
}

/** Asks by plain HTTP, without a library. */
export interface DialectCaller {
  readonly name: string;
  ask(asked: AskedModel): Promise<HeardAnswer>;
}

/** Where the parts of an answer are: a path for each, in which `*` is every item of a list. Several paths are read in their order. */
type Places = Readonly<Record<'text' | 'reasoning' | 'calls' | 'callIds' | 'given' | 'finish' | 'usage', string>>;

interface Dialect {
  readonly name: string;
  path(asked: AskedModel): string;
  body(asked: AskedModel): JsonObject;
  readonly streamed: Places;
  readonly whole: Places;
}

const textOf = ({ text = 'Hello world' }: AskedModel): string => text;

const chat: Dialect = {
  name: 'chat completions',
  path: () => '/v1/chat/completions',
  body: (asked) => ({
    model: asked.model,
    stream: asked.isStreamed,
    stream_options: { include_usage: true },
    messages: [
      { role: 'user', content: textOf(asked) },
      ...(asked.rounds ?? []).flatMap(({ name, given, result }, place) => [
        { role: 'assistant', tool_calls: [{ id: `c${place}`, function: { name, arguments: JSON.stringify(given) } }] },
        { role: 'tool', tool_call_id: `c${place}`, content: result },
      ]),
    ],
    tools: (asked.tools ?? []).map((tool) => ({ type: 'function', function: { ...tool } })),
    ...(asked.schema && { response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: asked.schema } } }),
  }),
  streamed: {
    text: 'choices.*.delta.content choices.*.delta.refusal',
    reasoning: 'choices.*.delta.reasoning_content',
    calls: 'choices.*.delta.tool_calls.*.function.name',
    callIds: 'choices.*.delta.tool_calls.*.id',
    given: 'choices.*.delta.tool_calls.*.function.arguments',
    finish: 'choices.*.finish_reason',
    usage: 'usage',
  },
  whole: {
    text: 'choices.*.message.content choices.*.message.refusal',
    reasoning: 'choices.*.message.reasoning_content',
    calls: 'choices.*.message.tool_calls.*.function.name',
    callIds: 'choices.*.message.tool_calls.*.id',
    given: 'choices.*.message.tool_calls.*.function.arguments',
    finish: 'choices.*.finish_reason',
    usage: 'usage',
  },
};

const responses: Dialect = {
  name: 'OpenAI Responses',
  path: () => '/v1/responses',
  body: (asked) => ({
    model: asked.model,
    stream: asked.isStreamed,
    store: false,
    input: [
      { role: 'user', content: [{ type: 'input_text', text: textOf(asked) }] },
      ...(asked.rounds ?? []).flatMap(({ name, given, result }, place) => [
        { type: 'function_call', call_id: `c${place}`, name, arguments: JSON.stringify(given) },
        { type: 'function_call_output', call_id: `c${place}`, output: result },
      ]),
    ],
    tools: (asked.tools ?? []).map((tool) => ({ type: 'function', ...tool })),
    ...(asked.schema && { text: { format: { type: 'json_schema', name: 'answer', schema: asked.schema } } }),
  }),
  streamed: {
    text: 'response.output_text.delta:delta response.refusal.delta:delta',
    reasoning: 'response.reasoning_summary_text.delta:delta',
    calls: 'response.output_item.done:item.name',
    callIds: 'response.output_item.done:item.call_id',
    given: 'response.function_call_arguments.delta:delta',
    finish: 'response.completed:response.status response.incomplete:response.incomplete_details.reason',
    usage: 'response.completed:response.usage response.incomplete:response.usage',
  },
  whole: {
    text: 'output.*.content.*.text output.*.content.*.refusal',
    reasoning: 'output.*.summary.*.text',
    calls: 'output.*.name',
    callIds: 'output.*.call_id',
    given: 'output.*.arguments',
    finish: 'incomplete_details.reason status',
    usage: 'usage',
  },
};

const anthropic: Dialect = {
  name: 'Anthropic Messages',
  path: () => '/v1/messages',
  body: (asked) => ({
    model: asked.model,
    stream: asked.isStreamed,
    max_tokens: 1_000,
    messages: [
      { role: 'user', content: textOf(asked) },
      ...(asked.rounds ?? []).flatMap(({ name, given, result }, place) => [
        { role: 'assistant', content: [{ type: 'tool_use', id: `c${place}`, name, input: given }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: `c${place}`, content: result }] },
      ]),
    ],
    tools: (asked.tools ?? []).map(({ parameters, ...tool }) => ({ ...tool, input_schema: parameters })),
    ...(asked.schema && { output_config: { format: { type: 'json_schema', schema: asked.schema } } }),
  }),
  streamed: {
    text: 'delta.text',
    reasoning: 'delta.thinking',
    calls: 'content_block.name',
    callIds: 'content_block.id',
    given: 'delta.partial_json',
    finish: 'delta.stop_reason',
    usage: 'message.usage usage',
  },
  whole: {
    text: 'content.*.text',
    reasoning: 'content.*.thinking',
    calls: 'content.*.name',
    callIds: 'content.*.id',
    given: 'content.*.input',
    finish: 'stop_reason',
    usage: 'usage',
  },
};

const googlePlaces: Places = {
  text: 'candidates.*.content.parts.*.text',
  reasoning: 'candidates.*.content.parts.*.thoughtText',
  calls: 'candidates.*.content.parts.*.functionCall.name',
  callIds: 'candidates.*.content.parts.*.functionCall.id',
  given: 'candidates.*.content.parts.*.functionCall.args',
  finish: 'candidates.*.finishReason',
  usage: 'usageMetadata',
};

const google: Dialect = {
  name: 'Gemini',
  path: ({ model, isStreamed }) => `/v1beta/models/${model}:${isStreamed ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
  body: (asked) => ({
    contents: [
      { role: 'user', parts: [{ text: textOf(asked) }] },
      ...(asked.rounds ?? []).flatMap(({ name, given, result }) => [
        { role: 'model', parts: [{ functionCall: { name, args: given } }] },
        { role: 'user', parts: [{ functionResponse: { name, response: { result } } }] },
      ]),
    ],
    tools: [{ functionDeclarations: (asked.tools ?? []).map((tool) => ({ ...tool })) }],
    ...(asked.schema && { generationConfig: { responseMimeType: 'application/json', responseJsonSchema: asked.schema } }),
  }),
  streamed: googlePlaces,
  whole: googlePlaces,
};

async function ask(dialect: Dialect, asked: AskedModel): Promise<HeardAnswer> {
  const response = await fetch(asked.url + dialect.path(asked), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(asked.key !== undefined && { 'idempotency-key': asked.key }) },
    body: JSON.stringify(dialect.body(asked)),
    redirect: 'manual',
    signal: asked.signal ?? null,
  });
  const raw = await response.text();
  const places = asked.isStreamed ? dialect.streamed : dialect.whole;
  const messages = response.ok ? messagesIn(raw) : [];
  const found = (place: keyof Places): Json[] =>
    messages.flatMap((message) => places[place].split(' ').flatMap((path) => valuesAt(message, path)));
  const texts = (place: keyof Places): string[] => found(place).flatMap((value) => (typeof value === 'string' ? [value] : []));
  return {
    status: response.status,
    text: texts('text').join(''),
    reasoning: texts('reasoning').join(''),
    calls: texts('calls'),
    callIds: texts('callIds'),
    given: found('given')
      .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
      .join(''),
    pieces: texts('text'),
    givenPieces: found('given').length,
    finish: texts('finish')[0] ?? '',
    usage: Object.assign({}, ...found('usage')) as JsonObject,
    headers: response.headers,
    raw,
  };
}

/** The values of server-sent events, or of one JSON body. Gemini's thoughts are texts with a mark: they get a name. */
function messagesIn(body: string): Json[] {
  const events = [...body.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => data).filter((data) => data !== '[DONE]');
  return (events.length > 0 ? events : [body]).map(
    (json) =>
      JSON.parse(json, (_key, value: { readonly thought?: boolean; readonly text?: string } | null) =>
        value?.thought === true ? { thoughtText: value.text } : value,
      ) as Json,
  );
}

/** The values at a path; before a colon is the type that a message must have. */
function valuesAt(message: Json, path: string): Json[] {
  const [type, rest] = path.includes(':') ? path.split(':') : [undefined, path];
  if (type !== undefined && (message as JsonObject)['type'] !== type) return [];
  let values: Json[] = [message];
  for (const step of (rest ?? '').split('.')) {
    values = values.flatMap((value): Json[] => {
      if (step === '*') return Array.isArray(value) ? [...(value as readonly Json[])] : [];
      const inner = typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject)[step] : undefined;
      return inner === undefined || inner === null ? [] : [inner];
    });
  }
  return values;
}

/** One caller for each dialect of the test provider. */
export const dialectCallers: readonly DialectCaller[] = [chat, responses, anthropic, google].map((dialect) => ({
  name: dialect.name,
  ask: (asked) => ask(dialect, asked),
}));
