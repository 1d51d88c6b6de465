import type { WorkflowDocument } from '#document/document.js';
import type { DraftChange } from './draft-change.js';
import { DraftParts } from '../draft-parts.js';
import type { DraftOperation } from '../operation.js';
import { overlap, ruleOf } from '../rules.js';

/** Who has changed a part of a draft last. */
export interface PartBlame {
  /** The part, such as `block/<id>/field/<field>`. */
  readonly key: string;
  /** The operation. */
  readonly operation: DraftOperation;
  /** The revision that it made. */
  readonly revision: number;
  /** What the client called the edit; null without a label. */
  readonly label: string | null;
  /** Id of the user; null when it is not known. */
  readonly userId: string | null;
  /** Name of the user; null when it is not known. */
  readonly userName: string | null;
  /** When it was changed. */
  readonly at: string;
}

/** The last change of each part, that of the latest first. With a key, only the parts below it, and what contains it. */
export function blameOf(changes: readonly DraftChange[], key: string | undefined): readonly PartBlame[] {
  const parts = new Map<string, PartBlame>();
  for (const { revision, operations, label, userId, userName, at } of changes.toReversed()) {
    for (const operation of operations?.toReversed() ?? []) {
      const part = ruleOf(operation).key(operation);
      const isAsked = key === undefined || overlap(part, key);
      if (isAsked && !parts.has(part)) parts.set(part, { key: part, operation, revision, label, userId, userName, at });
    }
  }
  return [...parts.values()];
}

/** The operation that brings back what a part was in the document before; null when it cannot be performed there. */
export function earlierValue(document: WorkflowDocument, operation: DraftOperation): DraftOperation | null {
  const draft = new DraftParts(document);
  const rule = ruleOf(operation);
  return rule.refusal(draft, operation) === undefined ? rule.inverse(draft, operation) : null;
}
