import type { Json } from '#kernel/json.js';
import type { ResumeField } from '#engine/pause.js';

/** All that the page for answers shows. Times are ISO 8601. */
export interface PausePage {
  readonly workflowName: string;
  readonly executionId: string;
  readonly status: 'running' | 'waiting' | 'completed' | 'failed' | 'cancelled';
  readonly points: readonly PagePoint[];
  readonly access: PageAccess;
}

/**
 * Whoever has a link sends its token along unseen; whoever has a key types it in with each answer; whoever has just answered looks
 * at what became of it.
 */
export type PageAccess =
  { readonly by: 'link'; readonly token: string; readonly email: string | null } | { readonly by: 'key' } | { readonly by: 'receipt' };

/** A question, and what became of it. */
export interface PagePoint {
  readonly contextId: string;
  readonly title: string;
  /** What is shown to whoever is asked. */
  readonly data: Json;
  readonly fields: readonly PageField[];
  readonly status: 'open' | 'answered' | 'expired' | 'closed';
  readonly expiresAt: string | null;
  readonly requiredApprovals: number;
  readonly answers: readonly PageAnswer[];
  /** Why whoever looks cannot answer a question that is open; null when they can. */
  readonly hindrance: 'answered-before' | 'not-asked' | 'may-not-write' | null;
  /** What was sent and not accepted. */
  readonly attempt: Attempt | null;
}

export interface PageField {
  readonly name: string;
  /** *free*: the one field of a question without a form. */
  readonly type: ResumeField['type'] | 'free';
  readonly description: string | null;
  readonly required: boolean;
  /** Stands in the field to begin with; null for nothing. */
  readonly value: Json;
}

export interface PageAnswer {
  /** Null for one whose name is unknown, or not for everybody's eyes. */
  readonly email: string | null;
  readonly via: 'key' | 'link';
  readonly at: string;
}

export interface Attempt {
  /** By the names of the fields, as they were typed. */
  readonly values: ReadonlyMap<string, string>;
  readonly problems: readonly PageProblem[];
}

/** What is wrong with one field or, with null, with the whole answer. */
export interface PageProblem {
  readonly field: string | null;
  readonly message: string;
}
