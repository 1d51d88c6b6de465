import type { PolicyRefusal } from '#kernel/models/model-policy.js';
import type { InputField } from '../flow/start/input-format.js';

/** The kinds of things whose ids documents name. */
export const reviewed = ['table', 'knowledge base', 'workflow', 'model'] as const;
export type ThingKind = (typeof reviewed)[number];

/** What a review needs to know about the workspace of a document. */
export interface WorkspaceFacts {
  /** The names of its secrets. */
  readonly secrets: ReadonlySet<string>;
  /** Of the ids that the document names, those that exist in the workspace. */
  readonly existing: Readonly<Record<Exclude<ThingKind, 'model'>, ReadonlySet<string>>>;
  /** Why models cannot be used that the document names, by `modelKey`. */
  readonly refusedModels: ReadonlyMap<string, string>;
  /** Why tools of agents and their hosts cannot be used. */
  readonly toolRefusal: PolicyRefusal;
  /** Why tools of MCP servers cannot be used that the document names, by `mcpUseKey`. */
  readonly mcpRefusals: ReadonlyMap<string, string>;
  /** Of these workflows, those with an active version. */
  readonly deployed: ReadonlySet<string>;
  /** Of these, the declared fields of those that check their input. */
  readonly strictInputs: ReadonlyMap<string, readonly InputField[]>;
}

/** An id that a block names as it is, without a reference. */
export interface NamedThing {
  readonly kind: ThingKind;
  readonly field: string;
  readonly id: string;
  /** Whether the block gives its own key for a model. */
  readonly hasOwnKey: boolean;
}

/** Tells the uses of a model with a key of the block from those without. */
export function modelKey({ id, hasOwnKey }: Pick<NamedThing, 'id' | 'hasOwnKey'>): string {
  return hasOwnKey ? `${id} with key` : id;
}
