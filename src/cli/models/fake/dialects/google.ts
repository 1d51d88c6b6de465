import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import type { Question, ToolCall, Turn } from '../question.js';
import type { Finish, Usage } from '../reply.js';
import { event, type Dialect, type Heading, type StreamWriter, type Written } from './dialect.js';
import { objectOf, objectsOf, someObjectsOf, textOf } from './read-json.js';

/** Gemini of Google. It gives calls no ids, and arguments in one piece. */
export const google: Dialect = {
  name: 'google',
  read: (body, path) => ({
    isStreamed: path.endsWith(':streamGenerateContent'),
    wantsUsage: true,
    turns: [...systemOf(body['systemInstruction']), ...someObjectsOf(body['contents'], 'contents').flatMap(turnsOf)],
    tools: objectsOf(body['tools'], 'tools')
      .flatMap((tool) => objectsOf(tool['functionDeclarations'], 'functionDeclarations'))
      .map(({ name, parameters, parametersJsonSchema }) => ({
        name: textOf(name),
        parameters: lowerTypes(objectOf(parametersJsonSchema ?? parameters)),
      })),
    toolChoice: toolChoiceOf(objectOf(objectOf(body['toolConfig'])['functionCallingConfig'])),
    schema: schemaOf(objectOf(body['generationConfig'])),
  }),
  stream: (heading) => new ContentStream(heading),
  whole: (heading, written) => ({
    ...head(heading),
    candidates: [{ index: 0, content: { role: 'model', parts: partsOf(written) }, ...finishOf(written.finish) }],
    ...(written.usage !== null && { usageMetadata: usageOf(written.usage) }),
  }),
  error: ({ status, message }) => ({ error: { code: status, message, status: statusWords[status] ?? 'INTERNAL' } }),
};

const statusWords: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  503: 'UNAVAILABLE',
  529: 'UNAVAILABLE',
};

const systemOf = (instruction: Json | undefined): Turn[] =>
  instruction === undefined ? [] : [{ role: 'system', text: plainText(objectsOf(objectOf(instruction)['parts'], 'parts')) }];

function turnsOf(content: JsonObject): Turn[] {
  const parts = someObjectsOf(content['parts'], 'parts');
  if (content['role'] === 'model') {
    const calls = parts.flatMap(({ functionCall }) => (isJsonObject(functionCall) ? [functionCall] : []));
    return [
      {
        role: 'assistant',
        text: plainText(parts.filter(({ thought }) => thought !== true)),
        calls: calls.map(({ id, name, args }) => ({ id: textOf(id), name: textOf(name), arguments: JSON.stringify(args ?? {}) })),
        signatures: parts.flatMap(({ thoughtSignature }) => (typeof thoughtSignature === 'string' ? [thoughtSignature] : [])),
      },
    ];
  }
  const results = parts.flatMap(({ functionResponse }) => (isJsonObject(functionResponse) ? [functionResponse] : []));
  const rest = parts.filter(({ functionResponse }) => functionResponse === undefined);
  return [
    ...results.map(({ id, name, response }): Turn => ({ role: 'tool', callId: textOf(id ?? name), text: JSON.stringify(response) })),
    ...(rest.length === 0 ? [] : [{ role: 'user', text: plainText(rest) } as const]),
  ];
}

/** The texts of parts; a file appears as `[its media type]`. */
function plainText(parts: readonly JsonObject[]): string {
  return parts.map(({ text, inlineData }) => (isJsonObject(inlineData) ? `[${textOf(inlineData['mimeType'])}]` : textOf(text))).join('');
}

function toolChoiceOf({ mode, allowedFunctionNames }: JsonObject): Question['toolChoice'] {
  if (mode === 'NONE') return 'none';
  const [name] = Array.isArray(allowedFunctionNames) ? (allowedFunctionNames as readonly Json[]) : [];
  return mode === 'ANY' && typeof name === 'string' ? { tool: name } : 'auto';
}

function schemaOf({ responseJsonSchema, responseSchema, responseMimeType }: JsonObject): JsonObject | undefined {
  const schema = responseJsonSchema ?? responseSchema;
  if (isJsonObject(schema)) return lowerTypes(schema);
  return responseMimeType === 'application/json' ? { type: 'object' } : undefined;
}

/** Schemas of this dialect may have types in upper case. */
function lowerTypes(schema: JsonObject): JsonObject {
  const lowered = JSON.stringify(schema, (key: string, value: Json) =>
    key === 'type' && typeof value === 'string' ? value.toLowerCase() : value,
  );
  return JSON.parse(lowered) as JsonObject;
}

const head = ({ id, model }: Heading): JsonObject => ({ responseId: id, modelVersion: model });

/** A prompt that is refused has no candidate to speak of: its end is a prohibited content. */
const finishOf = (finish: Finish | null): JsonObject =>
  finish === null
    ? {}
    : {
        finishReason: {
          stop: 'STOP',
          length: 'MAX_TOKENS',
          'tool-calls': 'STOP',
          filtered: 'SAFETY',
          refused: 'PROHIBITED_CONTENT',
        }[finish],
      };

/** This dialect counts reasoning tokens apart. */
function usageOf({ input, output, cached, reasoning }: Usage): JsonObject {
  const areNumbers = typeof output === 'number' && typeof reasoning === 'number';
  return {
    promptTokenCount: input,
    cachedContentTokenCount: cached,
    candidatesTokenCount: areNumbers ? output - reasoning : output,
    thoughtsTokenCount: reasoning,
    totalTokenCount: typeof input === 'number' && typeof output === 'number' ? input + output : input,
  };
}

/** The signature of a thought travels with the part after it. */
function partsOf(written: Written): JsonObject[] {
  let signature: string | null = null;
  return written.parts.map((part) => {
    if (part.type === 'reasoning') {
      signature = part.signature;
      return { text: part.text, thought: true };
    }
    const signed = signature === null ? {} : { thoughtSignature: signature };
    signature = null;
    return { ...(part.type === 'text' ? { text: part.text } : callPart(part.call)), ...signed };
  });
}

function callPart({ id, name, arguments: given }: ToolCall): JsonObject {
  return { functionCall: { ...(id !== '' && !id.startsWith('call_') && { id }), name, args: argsOf(given) } };
}

/** Arguments of this dialect are a value: text that is no JSON comes as text. */
function argsOf(given: string): Json {
  try {
    return JSON.parse(given) as Json;
  } catch {
    return given;
  }
}

class ContentStream implements StreamWriter {
  #signature: string | null = null;

  constructor(private readonly heading: Heading) {}

  begin(): string {
    return '';
  }

  text(text: string): string {
    return this.#part({ text });
  }

  reasoning(text: string): string {
    return this.#candidate({ content: { role: 'model', parts: [{ text, thought: true }] } });
  }

  signature(signature: string): string {
    this.#signature = signature;
    return '';
  }

  call(call: ToolCall): string {
    return this.#part(callPart(call));
  }

  fault(message: string): string {
    return event({ error: { code: 503, message, status: 'UNAVAILABLE' } });
  }

  finish(finish: Finish, usage: Usage | null): string {
    const candidate = { content: { role: 'model', parts: [{ text: '' }] }, ...finishOf(finish) };
    return this.#candidate(candidate, usage === null ? {} : { usageMetadata: usageOf(usage) });
  }

  #part(part: JsonObject): string {
    const signed = this.#signature === null ? {} : { thoughtSignature: this.#signature };
    this.#signature = null;
    return this.#candidate({ content: { role: 'model', parts: [{ ...part, ...signed }] } });
  }

  #candidate(candidate: JsonObject, more: JsonObject = {}): string {
    return event({ ...head(this.heading), candidates: [{ index: 0, ...candidate }], ...more });
  }
}
