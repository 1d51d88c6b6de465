import { withSummary } from '#engine/agents/conversation-summary.js';
import type { ModelMessage, UserPart } from '#engine/agents/model-message.js';
import type { RememberedMessages } from '../../ports/memory.js';
import type { ChatEntry } from './chat-entries.js';

/** The parts of a conversation. Files are found already, in the order in which the entries name them. */
export interface ConversationParts {
  /** What the memory of the conversation has, the oldest message first; null for an agent without memory. */
  readonly remembered: Pick<RememberedMessages, 'messages' | 'isCut' | 'summary'> | null;
  readonly memories: readonly ChatEntry[];
  readonly messages: readonly ChatEntry[];
  readonly systemPrompt: string;
  readonly userPrompt: string;
  /** The section on skills; empty for none. */
  readonly skills: string;
  /** The files of a message. */
  readonly filesOf: (entry: ChatEntry) => readonly UserPart[];
  /** Files for the last message of the user. */
  readonly files: readonly UserPart[];
}

/**
 * The messages that a model is sent: memory, memories, messages, the prompts of the former form; system messages first. Null when files
 * have no message of the user to belong to.
 */
export function conversation(parts: ConversationParts): ModelMessage[] | null {
  const { remembered, memories, messages, systemPrompt, userPrompt, skills, files } = parts;
  const written = [...memories, ...messages];
  const hasSystem = written.some(({ role }) => role === 'system');
  const all = [
    ...written,
    ...(systemPrompt !== '' && !hasSystem ? [{ role: 'system', content: systemPrompt } as const] : []),
    ...(userPrompt === '' ? [] : [{ role: 'user', content: userPrompt } as const]),
  ].filter(({ content, files: own }) => content !== '' || own !== undefined);
  const system = all.filter(({ role }) => role === 'system').map(({ content }) => content);
  const talk = newOnes(
    all.filter(({ role }) => role !== 'system'),
    remembered,
  ).map((entry) => messageOf(entry, parts.filesOf(entry)));
  const spoken = [...spokenBefore(remembered), ...talk];
  const made = [...withSkills(system, skills).map((content) => ({ role: 'system', content }) as const), ...spoken];
  return withFiles(withSummary(made, remembered?.summary ?? null), files);
}

/** A window may cut a conversation in the middle of a turn. Providers refuse a conversation that begins with an answer or with calls of tools. */
function spokenBefore(remembered: ConversationParts['remembered']): readonly ModelMessage[] {
  const spoken = (remembered?.messages ?? []).filter(({ role }) => role !== 'system');
  if (remembered?.isCut !== true) return spoken;
  const begin = spoken.findIndex(({ role }) => role === 'user');
  return begin === -1 ? [] : spoken.slice(begin);
}

/** With a conversation that has begun, only the last message of the user is new: it has the others already. */
function newOnes(entries: readonly ChatEntry[], remembered: ConversationParts['remembered']): readonly ChatEntry[] {
  const hasBegun = remembered !== null && (remembered.messages.length > 0 || remembered.summary !== null);
  return hasBegun ? entries.filter(({ role }) => role === 'user').slice(-1) : entries;
}

function messageOf({ role, content }: ChatEntry, files: readonly UserPart[]): ModelMessage {
  const text = content === '' ? [] : [{ type: 'text', text: content } as const];
  if (role === 'user') return { role, content: [...text, ...files] };
  return { role: 'assistant', content: text };
}

function withSkills([first, ...others]: readonly string[], skills: string): readonly string[] {
  if (skills === '') return first === undefined ? [] : [first, ...others];
  return [first === undefined ? skills : `${first}\n\n${skills}`, ...others];
}

function withFiles(messages: readonly ModelMessage[], files: readonly UserPart[]): ModelMessage[] | null {
  if (files.length === 0) return [...messages];
  const last = messages.findLastIndex(({ role }) => role === 'user');
  const message = messages[last];
  if (message?.role !== 'user') return null;
  return messages.with(last, { role: 'user', content: [...message.content, ...files] });
}
