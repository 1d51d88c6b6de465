import { DomainError } from '#kernel/errors.js';
import type { AssistantPart, ModelMessage, TextPart, ToolResult } from './model-message.js';

const mostBytes = 100 * 1024;

/**
 * The messages as memory keeps them: without reasoning and metadata, which only the model that wrote them can read, without empty messages,
 * and with tool calls and results in pairs.
 * @throws DomainError PAYLOAD_TOO_LARGE for a message of more than 100 KB
 */
export function keptMessages(messages: readonly ModelMessage[]): ModelMessage[] {
  const kept = pairs(messages).map(withoutExtras).filter(hasContent);
  for (const message of kept) requireSize(message);
  return kept;
}

/** Keeps the calls that the messages directly after them answer, and those answers. */
function pairs(messages: readonly ModelMessage[]): ModelMessage[] {
  let open = new Set<string>();
  return messages.map((message, index) => {
    if (message.role === 'tool') return { ...message, content: message.content.filter(({ callId }) => open.delete(callId)) };
    open = new Set();
    if (message.role !== 'assistant') return message;
    const answered = answersAfter(messages, index);
    const content = message.content.filter((part) => part.type !== 'tool-call' || answered.has(part.callId));
    for (const part of content) if (part.type === 'tool-call') open.add(part.callId);
    return { ...message, content };
  });
}

function answersAfter(messages: readonly ModelMessage[], index: number): ReadonlySet<string> {
  const answered = new Set<string>();
  for (const message of messages.slice(index + 1)) {
    if (message.role !== 'tool') break;
    for (const { callId } of message.content) answered.add(callId);
  }
  return answered;
}

function withoutExtras(message: ModelMessage): ModelMessage {
  switch (message.role) {
    case 'system':
    case 'tool':
      return message;
    case 'user':
      return { ...message, content: message.content.map((part) => (part.type === 'text' ? plain(part) : part)).filter(isFilled) };
    case 'assistant':
      return { ...message, content: message.content.flatMap(kept).filter(isFilled) };
  }
}

function kept(part: AssistantPart): AssistantPart[] {
  switch (part.type) {
    case 'reasoning':
      return [];
    case 'text':
      return [plain(part)];
    case 'tool-call':
      return [{ type: 'tool-call', callId: part.callId, name: part.name, arguments: part.arguments }];
  }
}

function plain({ text }: TextPart): TextPart {
  return { type: 'text', text };
}

function isFilled(part: { readonly type: string; readonly text?: string }): boolean {
  return part.type !== 'text' || part.text !== '';
}

function hasContent({ content }: ModelMessage): boolean {
  return content.length > 0;
}

function requireSize({ role, content }: ModelMessage): void {
  const parts: readonly (string | ToolResult[] | ToolResult | object)[] = role === 'tool' ? content : [content];
  for (const part of parts) {
    const bytes = new TextEncoder().encode(JSON.stringify(part)).length;
    if (bytes <= mostBytes) continue;
    const message = `A message of a conversation may have at most ${mostBytes} bytes, and one with the role ${role} has ${bytes}. Shorten it, or store the text as a file`;
    throw new DomainError('too-large', 'PAYLOAD_TOO_LARGE', message);
  }
}
