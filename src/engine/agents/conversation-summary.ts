import type { ModelFinish } from './model-answer.js';
import type { AssistantPart, ModelMessage } from './model-message.js';

/** What a call of a model is for, if it does not continue the conversation: it sums up what memory drops. */
export type CallPurpose = 'summary';

interface SummingCall {
  readonly purpose?: CallPurpose | undefined;
  readonly outcome: 'answered' | 'failed' | 'abandoned';
  readonly parts: readonly AssistantPart[];
  readonly finish: ModelFinish | null;
}

/** The summary that an agent has received; undefined if no call gave one that can be used. */
export function summaryIn(calls: readonly SummingCall[]): string | undefined {
  const summed = calls.find(({ purpose, outcome }) => purpose === 'summary' && outcome === 'answered');
  if (summed === undefined || summed.finish?.reason === 'content-filter') return undefined;
  const text = summed.parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
  return text.trim() === '' ? undefined : text;
}

/** The messages with a summary of what was said before them. */
export function withSummary(messages: readonly ModelMessage[], summary: string | null): ModelMessage[] {
  if (summary === null) return [...messages];
  const first = messages.findIndex(({ role }) => role !== 'system');
  const content = `Summary of the earlier conversation:\n${summary}`;
  return messages.toSpliced(first === -1 ? messages.length : first, 0, { role: 'system', content });
}
