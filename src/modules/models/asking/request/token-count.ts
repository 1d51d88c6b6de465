import type { LanguageModelV4Usage } from '@ai-sdk/provider';
import type { ModelUsage } from '#engine/agents/model-answer.js';
import type { AssistantPart, FilePart, ModelMessage } from '#engine/agents/model-message.js';
import type { ModelRequest } from '#blocks/ports/language-models.js';
import { isText } from './prompt.js';

const bytesPerToken = 4;
/** An estimate is rather too high: it decides about budgets. */
const margin = 1.3;
const tokensOfImage = 1_500;
/** A page of a PDF, or a second of audio, has some tens of thousands of bytes and some hundreds of tokens. */
const bytesPerTokenOfFile = 50;

type Counted = Pick<ModelRequest, 'messages' | 'tools' | 'answerSchema'>;

/** About how many tokens a request has. */
export function estimatedInput({ messages, tools, answerSchema }: Counted): number {
  const texts = [...messages.flatMap(textsOf), ...tools.map((tool) => JSON.stringify(tool)), JSON.stringify(answerSchema?.schema ?? '')];
  return estimatedTokens(texts) + messages.flatMap(filesOf).reduce((sum, file) => sum + tokensOfFile(file), 0);
}

/** About how many tokens an answer has. */
export function estimatedOutput(parts: readonly AssistantPart[]): number {
  return estimatedTokens(parts.map((part) => (part.type === 'tool-call' ? part.name + part.arguments : part.text)));
}

/**
 * The usage that a provider reported; undefined if it is missing or cannot be true. A call has at least one token of input, an answer with
 * text at least one of output.
 */
export function reportedUsage(
  { inputTokens, outputTokens }: LanguageModelV4Usage,
  parts: readonly AssistantPart[],
): ModelUsage | undefined {
  const [input, written] = [inputTokens.total, outputTokens.total];
  const [cacheRead, cacheWrite, reasoning] = [inputTokens.cacheRead ?? 0, inputTokens.cacheWrite ?? 0, outputTokens.reasoning ?? 0];
  const counts = [input, written, cacheRead, cacheWrite, reasoning];
  if (input === undefined || written === undefined || !counts.every((count) => Number.isSafeInteger(count) && Number(count) >= 0))
    return undefined;
  // Some servers count the reasoning apart from the text, and not as a part of the output.
  const output = reasoning > written ? written + reasoning : written;
  const isPossible = input > 0 && cacheRead + cacheWrite <= input && (output > 0 || parts.length === 0);
  return isPossible ? { input, output, cacheRead, cacheWrite, reasoning, estimated: false } : undefined;
}

/** The usage as far as this server can count it. */
export function estimatedUsage(request: Counted, parts: readonly AssistantPart[]): ModelUsage {
  const output = estimatedOutput(parts);
  const reasoning = estimatedOutput(parts.filter(({ type }) => type === 'reasoning'));
  return { input: estimatedInput(request), output, cacheRead: 0, cacheWrite: 0, reasoning, estimated: true };
}

function estimatedTokens(texts: readonly string[]): number {
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return Math.ceil((bytes / bytesPerToken) * margin);
}

/** All texts of a message. */
export function textsOf(message: ModelMessage): readonly string[] {
  switch (message.role) {
    case 'system':
      return [message.content];
    case 'user':
      return message.content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
    case 'assistant':
      return message.content.map((part) => (part.type === 'tool-call' ? part.name + part.arguments : part.text));
    case 'tool':
      return message.content.map(({ value }) => (typeof value === 'string' ? value : JSON.stringify(value)));
  }
}

/** All files of a conversation. */
export function filesOf(message: ModelMessage): readonly FilePart[] {
  return message.role === 'user' ? message.content.filter((part) => part.type === 'file') : [];
}

function tokensOfFile(file: FilePart): number {
  if (file.mediaType.startsWith('image/')) return tokensOfImage;
  return Math.ceil((file.size / (isText(file) ? bytesPerToken : bytesPerTokenOfFile)) * margin);
}
