import type { JsonObject } from '#kernel/json.js';
import type { Question, ToolCall } from '../question.js';
import type { Finish, Refusal, Usage } from '../reply.js';

/** The way in which one kind of provider is asked and answers. */
export interface Dialect {
  readonly name: 'chat' | 'responses' | 'anthropic' | 'google';
  /** @throws UnreadableQuestion */
  read(body: JsonObject, path: string): Question;
  /** Writes an answer as a stream of events. */
  stream(heading: Heading): StreamWriter;
  /** An answer in one piece. */
  whole(heading: Heading, written: Written): JsonObject;
  error(refusal: Pick<Refusal, 'status' | 'code' | 'message'>): JsonObject;
}

/** What an answer says about itself. */
export interface Heading {
  readonly id: string;
  readonly model: string;
  readonly wantsUsage: boolean;
}

/** Each method returns the text of events; the order of the calls is the order of the answer. */
export interface StreamWriter {
  begin(usage: Usage | null): string;
  text(text: string): string;
  reasoning(text: string): string;
  signature(signature: string): string;
  call(call: ToolCall): string;
  fault(message: string): string;
  finish(finish: Finish, usage: Usage | null): string;
}

/** What a model has written, in order. Neighbouring texts are one part. */
export interface Written {
  readonly parts: readonly WrittenPart[];
  /** Null for an answer without a reason for its end. */
  readonly finish: Finish | null;
  readonly usage: Usage | null;
}

export type WrittenPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string; readonly signature: string | null }
  | { readonly type: 'call'; readonly call: ToolCall };

/** The text of all parts of one kind. */
export function writtenText({ parts }: Written, type: 'text' | 'reasoning'): string {
  return parts.map((part) => (part.type === type ? part.text : '')).join('');
}

/** What a model says that refuses. */
export const refusalText = 'This is refused.';

/** The arguments of a call in pieces, as models write them. */
export function pieces(value: string): string[] {
  return value.match(/[^]{1,7}/g) ?? [''];
}

/** One server-sent event. */
export function event(data: JsonObject, name?: string): string {
  return `${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`;
}
