import type {
  JSONObject,
  LanguageModelV4CallOptions,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4ToolChoice,
  SharedV4ProviderOptions,
} from '@ai-sdk/provider';
import type { AnswerSchema } from '#engine/agents/agent-request.js';
import type { ModelRequest } from '#blocks/ports/language-models.js';
import type { ProviderConnection } from '../../providers/provider-directory.js';
import { namespaces } from '../dialects.js';
import { withCallsAsText } from './calls-as-text.js';

type Connection = Pick<ProviderConnection, 'kind' | 'lacks'>;

/** The call in the form of the library. What the server lacks is left out, and said in words where the model can follow them. */
export function callOptions(request: ModelRequest, prompt: LanguageModelV4Prompt, connection: Connection): LanguageModelV4CallOptions {
  const { settings, answerSchema, key } = request;
  const { maxOutputTokens, temperature, seed, reasoning } = settings;
  const isNative = answerSchema !== undefined && takesSchema(request, connection);
  const offered = toolsOf(request, connection);
  const readable = offered.tools === undefined ? withCallsAsText(prompt) : prompt;
  const spoken = answerSchema === undefined || isNative ? readable : withSchema(readable, answerSchema);
  const forced = withForcedTool(spoken, request, connection);
  return {
    prompt: settings.promptCaching === true && connection.kind === 'anthropic' ? withCacheMarks(forced) : forced,
    ...defined({ maxOutputTokens, temperature, seed, reasoning }),
    ...(isNative ? { responseFormat: { type: 'json', name: answerSchema.name, schema: answerSchema.schema } } : {}),
    ...offered,
    headers: { 'idempotency-key': key },
    providerOptions: { [namespaces[connection.kind]]: providerOptions(request, connection) },
  };
}

/** What the request leaves out without a word of the library, as warnings. */
export function ignoredSettings(
  { settings: { verbosity }, model }: Pick<ModelRequest, 'settings' | 'model'>,
  { kind }: Connection,
): string[] {
  return verbosity === undefined || hasVerbosity(kind) ? [] : [`${model.name} has no verbosity, so it is left out`];
}

function hasVerbosity(kind: Connection['kind']): boolean {
  return kind === 'openai' || kind === 'openai-compatible';
}

/** Gemini before version 3 takes either tools or a schema. */
function takesSchema({ model, tools }: ModelRequest, { kind, lacks }: Connection): boolean {
  if (lacks.includes('json-schema')) return false;
  return kind !== 'google' || tools.length === 0 || !/gemini-[12]/.test(model.model);
}

function withSchema(prompt: LanguageModelV4Prompt, { schema }: AnswerSchema): LanguageModelV4Prompt {
  const content = `Answer with one JSON value and nothing else: no explanation, no code fence. It must be valid under this JSON Schema:\n${JSON.stringify(schema)}`;
  const first = prompt.findIndex(({ role }) => role !== 'system');
  const at = first === -1 ? prompt.length : first;
  return [...prompt.slice(0, at), { role: 'system', content }, ...prompt.slice(at)];
}

function withForcedTool(prompt: LanguageModelV4Prompt, { toolChoice }: ModelRequest, { lacks }: Connection): LanguageModelV4Prompt {
  if (typeof toolChoice === 'string' || !lacks.includes('tool-choice')) return prompt;
  const text = `Now call the tool ${toolChoice.tool}. Do not answer with text.`;
  return [...prompt, { role: 'user', content: [{ type: 'text', text }] }];
}

/** The prefix up to the last system message, and the one up to the last message, are kept by the provider. */
function withCacheMarks(prompt: LanguageModelV4Prompt): LanguageModelV4Prompt {
  const marks = new Set([prompt.findLastIndex(({ role }) => role === 'system'), prompt.length - 1]);
  const marked = { providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } };
  return prompt.map((message, place): LanguageModelV4Message => (marks.has(place) ? { ...message, ...marked } : message));
}

/** Some compatible servers ignore that no tool may be called, so they are offered none then. */
function toolsOf({ tools, toolChoice }: ModelRequest, { kind, lacks }: Connection): Partial<LanguageModelV4CallOptions> {
  if (tools.length === 0) return {};
  const canChoose = !lacks.includes('tool-choice');
  if (toolChoice === 'none' && (!canChoose || kind === 'openai-compatible')) return {};
  const offered = tools.map(({ name, description, parameters }) => ({
    type: 'function' as const,
    name,
    description,
    inputSchema: parameters,
  }));
  return { tools: offered, ...(canChoose ? { toolChoice: choiceOf(toolChoice) } : {}) };
}

function choiceOf(choice: ModelRequest['toolChoice']): LanguageModelV4ToolChoice {
  return typeof choice === 'string' ? { type: choice } : { type: 'tool', toolName: choice.tool };
}

/** OpenAI keeps no answers: the whole conversation is sent with each call. */
function providerOptions({ settings, answerSchema }: ModelRequest, { kind }: Connection): SharedV4ProviderOptions[string] {
  if (!hasVerbosity(kind)) return {};
  const options = defined({ textVerbosity: settings.verbosity, strictJsonSchema: answerSchema?.strict });
  return { ...(kind === 'openai' ? { store: false } : {}), ...options } as JSONObject;
}

function defined<Fields extends object>(fields: Fields): { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as typeof fields as never;
}
