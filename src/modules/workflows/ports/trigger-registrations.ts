import type { DocumentProblem, WorkflowDocument } from '#document/document.js';
import type { EventMeta } from '#kernel/event.js';
import type { Append, StreamAppend } from '#ledger/events/event-store.js';

/** A workflow whose active version changes. */
export interface ActivationChange {
  readonly workflowId: string;
  readonly workspaceId: string;
  /** The version that becomes active; null when none is active any more. */
  readonly active: { readonly version: number; readonly document: WorkflowDocument } | null;
  readonly isDeleted: boolean;
  /** ISO 8601. */
  readonly at: string;
  readonly meta: EventMeta;
}

/** The addresses that the triggers of an imported workflow keep. */
export interface PathReservation {
  readonly workflowId: string;
  readonly workspaceId: string;
  readonly document: WorkflowDocument;
  /** By the ids of the blocks. */
  readonly paths: ReadonlyMap<string, string>;
  /** ISO 8601. */
  readonly at: string;
  readonly meta: EventMeta;
}

/** What starts the runs of workflows without a call. The module of triggers implements it. */
export abstract class TriggerRegistrations {
  /** Why triggers of the document cannot be registered. Each problem names the block and, as its field, the sub-block. */
  abstract problems(document: WorkflowDocument, workspaceId: string): Promise<readonly DocumentProblem[]>;

  /** Probable mistakes of triggers that can be registered. */
  abstract warnings(document: WorkflowDocument): readonly DocumentProblem[];

  /**
   * What registers, reconfigures and retires the triggers of the workflow, for the append that changes its active version. When its lease is lost,
   * the triggers of another workflow have changed what was decided.
   * @throws DomainError invalid, for a version whose triggers cannot be registered
   */
  abstract follow(change: ActivationChange): Promise<Append>;

  /**
   * What keeps addresses for the triggers of a new workflow, for the append that creates it. They are without effect until a version is deployed.
   * @throws DomainError invalid, for an address that cannot be one; conflict, for one that was ever used on this server
   */
  abstract reserve(reservation: PathReservation): Promise<readonly StreamAppend[]>;
}
