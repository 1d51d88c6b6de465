import type {
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4ToolResultPart,
  SharedV4ProviderOptions,
} from '@ai-sdk/provider';
import { isJsonObject, type JsonObject } from '#kernel/json.js';
import type { AssistantPart, FilePart, ModelMessage, ToolResult, UserPart } from '#engine/agents/model-message.js';

/** The key below `metadata` that says which model wrote a part. All other keys are the provider's. */
const ownKey = 'sluice';

type AssistantContent = Extract<LanguageModelV4Message, { role: 'assistant' }>['content'];
type UserContent = Extract<LanguageModelV4Message, { role: 'user' }>['content'];

/** What a prompt is made for. */
interface PromptReader {
  /** Names the provider and the model that are asked. */
  readonly author: string;
  /** The bytes of files by their ids. */
  readonly files: ReadonlyMap<string, Buffer>;
}

/** Metadata of a part with the model that wrote it. */
export function signed(metadata: JsonObject | undefined, author: string): JsonObject {
  return { ...metadata, [ownKey]: { author } };
}

/**
 * Messages in the form of the library. Metadata goes back to the model that wrote it, unchanged; for another model it is left out, and so is
 * reasoning, which that model would refuse.
 */
export function promptOf(messages: readonly ModelMessage[], reader: PromptReader): LanguageModelV4Prompt {
  return messages.flatMap((message) => messageOf(message, reader));
}

function messageOf(message: ModelMessage, reader: PromptReader): LanguageModelV4Message[] {
  switch (message.role) {
    case 'system':
      return [message];
    case 'user':
      return [{ role: 'user', content: message.content.map((part) => userPart(part, reader)) }];
    case 'assistant': {
      const content = message.content.flatMap((part) => assistantPart(part, reader.author));
      return content.length === 0 ? [] : [{ role: 'assistant', content }];
    }
    case 'tool':
      return [{ role: 'tool', content: message.content.map(toolResult) }];
  }
}

function userPart(part: UserPart, { files }: PromptReader): UserContent[number] {
  if (part.type === 'text') return { type: 'text', text: part.text };
  const bytes = files.get(part.fileId) ?? Buffer.alloc(0);
  if (isText(part)) return { type: 'text', text: `${part.name}:\n\n${bytes.toString()}` };
  return { type: 'file', filename: part.name, mediaType: part.mediaType, data: { type: 'data', data: bytes } };
}

/** Whether a file is sent as text, which every model reads. */
export function isText({ mediaType }: FilePart): boolean {
  return mediaType.startsWith('text/') || mediaType === 'application/json';
}

function assistantPart(part: AssistantPart, author: string): AssistantContent {
  const { [ownKey]: own, ...metadata } = part.metadata ?? {};
  const isOwn = isJsonObject(own) && own['author'] === author;
  if (part.type === 'reasoning' && !isOwn) return [];
  const options = isOwn && Object.keys(metadata).length > 0 ? { providerOptions: metadata as SharedV4ProviderOptions } : {};
  if (part.type === 'tool-call') {
    return [{ type: 'tool-call', toolCallId: part.callId, toolName: part.name, input: argumentsOf(part.arguments), ...options }];
  }
  return [{ type: part.type, text: part.text, ...options }];
}

/** Providers refuse a history with arguments that are no object. The result of the call tells the model what was wrong. */
function argumentsOf(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

function toolResult({ callId, name, kind, value }: ToolResult): LanguageModelV4ToolResultPart {
  return { type: 'tool-result', toolCallId: callId, toolName: name, output: outputOf(kind, value) };
}

function outputOf(kind: ToolResult['kind'], value: ToolResult['value']): LanguageModelV4ToolResultPart['output'] {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (kind === 'denied') return { type: 'execution-denied', reason: text };
  if (kind === 'text') return { type: 'text', value: text };
  if (kind === 'json') return { type: 'json', value };
  return typeof value === 'string' ? { type: 'error-text', value } : { type: 'error-json', value };
}
