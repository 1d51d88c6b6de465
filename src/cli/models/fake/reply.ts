import type { Json } from '#kernel/json.js';
import type { ToolCall } from './question.js';

/** What a scenario does. */
export type Reply = Answer | Refusal | Bytes | { readonly kind: 'silence' };

/** An answer of a model, step by step. */
export interface Answer {
  readonly kind: 'answer';
  readonly steps: Iterable<Step>;
  readonly finish: Finish;
  /** Changes what is reported as usage; null: none is reported. */
  readonly usage?: (counted: Usage) => Usage | null;
  readonly transport?: Transport;
  /** The steps have no end: an answer in one piece is a body without end. */
  readonly isEndless?: boolean;
}

export type Step =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  /** Belongs to the reasoning before it. The provider wants it back unchanged. */
  | { readonly type: 'signature'; readonly signature: string }
  | { readonly type: 'call'; readonly call: ToolCall }
  | { readonly type: 'wait'; readonly ms: number }
  /** Nothing more, and the connection stays open. */
  | { readonly type: 'hang' }
  /** The connection is closed in the middle of the answer. */
  | { readonly type: 'cut' }
  /** An error inside the answer, which then ends. */
  | { readonly type: 'fault' }
  /** The answer ends without a reason, without usage. */
  | { readonly type: 'end' };

export type Finish = 'stop' | 'length' | 'tool-calls' | 'filtered' | 'refused';

/** Tokens. Numbers, unless the scenario reports nonsense. Cached tokens are part of `input`, reasoning tokens part of `output`. */
export interface Usage {
  readonly input: Json;
  readonly output: Json;
  readonly cached: Json;
  readonly reasoning: Json;
}

/** How the bytes of an answer travel: *drip* is one byte in each packet, *bad-utf8* replaces U+FFFF with bytes that are no UTF-8. */
export type Transport = 'plain' | 'gzip' | 'bad-utf8' | { readonly dripMs: number };

/** An answer that is an error by its status. */
export interface Refusal {
  readonly kind: 'refusal';
  readonly status: number;
  /** The word for the error in the dialects of OpenAI. */
  readonly code: string;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer that no provider should give. */
export interface Bytes {
  readonly kind: 'bytes';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export const text = (value: string): Step => ({ type: 'text', text: value });
export const wait = (ms: number): Step => ({ type: 'wait', ms });
export const call = (value: ToolCall): Step => ({ type: 'call', call: value });

export function answer(steps: Iterable<Step>, finish: Finish = 'stop', more: Partial<Answer> = {}): Answer {
  return { kind: 'answer', steps, finish, ...more };
}

/** The words of a text as pieces that add up to it. */
export function words(value: string): Step[] {
  return (value.match(/\s*\S+\s*$|\s*\S+/g) ?? []).map(text);
}
