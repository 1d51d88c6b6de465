import type { JsonObject } from '#kernel/json.js';

/** What a model is asked, in the form that the four dialects have in common. */
export interface Question {
  readonly isStreamed: boolean;
  /** Whether the caller wants the usage in a stream. Only chat completions can leave it out. */
  readonly wantsUsage: boolean;
  readonly turns: readonly Turn[];
  readonly tools: readonly OfferedTool[];
  readonly toolChoice: 'auto' | 'none' | { readonly tool: string };
  /** JSON Schema of the answer. */
  readonly schema?: JsonObject | undefined;
}

/** One entry of the conversation. */
export type Turn =
  | { readonly role: 'system' | 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly calls: readonly ToolCall[]; readonly signatures: readonly string[] }
  | { readonly role: 'tool'; readonly callId: string; readonly text: string };

/** A tool call as the provider writes it. `arguments` is JSON text, unless the scenario breaks it. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

export interface OfferedTool {
  readonly name: string;
  /** JSON Schema of the arguments. */
  readonly parameters: JsonObject;
}

/** The request is not one of this dialect. The message is what the caller receives, with 400. */
export class UnreadableQuestion extends Error {}

/** The last text of the user. */
export function lastUserText({ turns }: Question): string {
  return turns.findLast(({ role }) => role === 'user')?.text ?? '';
}

/** All texts of the user, the last one first: what is stated again later counts. */
export function userTexts({ turns }: Question): string {
  const texts = turns.flatMap((turn) => (turn.role === 'user' ? [turn.text] : []));
  return texts.toReversed().join('\n');
}

/** What happened since the last text of the user. */
export function roundsSince({ turns }: Question): readonly Turn[] {
  return turns.slice(turns.findLastIndex(({ role }) => role === 'user') + 1);
}

/** The tool calls since the last text of the user. */
export function callsSince(question: Question): readonly ToolCall[] {
  return roundsSince(question).flatMap((turn) => (turn.role === 'assistant' ? turn.calls : []));
}

/** The texts of the tool results since the last text of the user. */
export function resultsSince(question: Question): readonly string[] {
  return roundsSince(question).flatMap((turn) => (turn.role === 'tool' ? [turn.text] : []));
}
