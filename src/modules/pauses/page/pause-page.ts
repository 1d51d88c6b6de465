import type { Json } from '#kernel/json.js';
import type { FieldOption, ResumeField } from '#engine/pause.js';

/** The data of the answer page. Times are ISO 8601. */
export interface PausePage {
  readonly workflowName: string;
  readonly executionId: string;
  readonly status: 'running' | 'waiting' | 'completed' | 'failed' | 'cancelled';
  readonly points: readonly PagePoint[];
  readonly access: PageAccess;
}

/**
 * A visitor with a link sends its token in a hidden field; a visitor with a key types the key with each answer; a visitor who is signed in
 * sends the cookie of the session; a visitor with a receipt views the outcome of their answer.
 */
export type PageAccess =
  | { readonly by: 'link'; readonly token: string; readonly email: string | null }
  | { readonly by: 'key' | 'session' | 'receipt' };

/** A question and its status. */
export interface PagePoint {
  readonly contextId: string;
  readonly title: string;
  /** The data that the page shows with the question. */
  readonly data: Json;
  readonly fields: readonly PageField[];
  readonly status: 'open' | 'answered' | 'expired' | 'closed';
  readonly expiresAt: string | null;
  readonly requiredApprovals: number;
  readonly answers: readonly PageAnswer[];
  /** Why the visitor cannot answer an open question; null when they can. */
  readonly hindrance: 'answered-before' | 'not-asked' | 'may-not-write' | null;
  /** The answer that was sent and refused. */
  readonly attempt: Attempt | null;
}

export interface PageField {
  readonly name: string;
  /** The label that people see; absent: the name. */
  readonly title?: string;
  /** *free*: the only field of a question without a form. */
  readonly type: ResumeField['type'] | 'free';
  readonly description: string | null;
  readonly required: boolean;
  /** The initial value of the field; null if there is none. */
  readonly value: Json;
  /** The values to choose from; absent: any. */
  readonly options?: readonly FieldOption[];
}

export interface PageAnswer {
  /** Null if the name is unknown, or not shown to this visitor. */
  readonly email: string | null;
  readonly via: 'key' | 'session' | 'link';
  readonly at: string;
}

export interface Attempt {
  /** The typed texts, by field name. */
  readonly values: ReadonlyMap<string, string>;
  readonly problems: readonly PageProblem[];
}

/** A problem of one field or, with null, of the whole answer. */
export interface PageProblem {
  readonly field: string | null;
  readonly message: string;
}
