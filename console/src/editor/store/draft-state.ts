import type { WorkflowDocument } from '../../../../src/document/document.js';
import type { DraftOperation } from '../../../../src/modules/workflows/domain/edits/operation.js';

/** An edit that the server has not acknowledged. */
export interface QueuedEdit {
  /** Chosen by the page: an edit that is sent again is applied once. */
  readonly editId: string;
  readonly label: string;
  readonly operations: readonly DraftOperation[];
  /** The revision that it was first sent with. It is repeated with the same one. */
  readonly base?: number;
  /** When it was made, in ms. */
  readonly at: number;
}

/** What takes an edit of the user back. */
export interface UndoStep {
  readonly label: string;
  readonly operations: readonly DraftOperation[];
  /** When its last edit was made, in milliseconds. */
  readonly at?: number;
}

/** A change of the draft that another user or tab made. */
export interface ForeignChange {
  readonly revision: number;
  readonly editId: string | null;
  readonly label: string | null;
  /** Null when the whole draft was replaced. */
  readonly operations: readonly DraftOperation[] | null;
  readonly userId: string | null;
  readonly at: string;
}

/** An edit that the server refused because others have changed the same parts. */
export interface Conflict {
  readonly edit: QueuedEdit;
  /** The changes of others that touch the same parts. */
  readonly theirs: readonly ForeignChange[];
}

/** An edit that is not in the draft and is not sent: its author may copy what it has. */
export interface UnsavedEdit extends Omit<QueuedEdit, 'base'> {
  /** Why it is not in the draft; undefined when the user may not change the draft. */
  readonly why?: string;
  /** Who has removed what it changes, when that is known. */
  readonly removedBy?: string | null;
}

/** What a page knows about a draft. */
export interface DraftState {
  /** The revision that the server has confirmed. */
  readonly revision: number;
  readonly confirmed: WorkflowDocument;
  /** The confirmed document with the queued edits: what the user sees. */
  readonly document: WorkflowDocument;
  readonly queue: readonly QueuedEdit[];
  /** The last step is the next one to be taken back. */
  readonly undo: readonly UndoStep[];
  readonly redo: readonly UndoStep[];
  readonly conflicts: readonly Conflict[];
  readonly unsaved: readonly UnsavedEdit[];
  /** Who has removed which blocks since the page has opened the draft. */
  readonly removedBy: Readonly<Record<string, string | null>>;
  /** Steps that could not be taken, in words for the user. */
  readonly notices: readonly string[];
}

/** What of a draft outlives its page. Pages of earlier releases have kept the queue and the steps alone. */
export interface Kept
  extends Pick<DraftState, 'queue' | 'undo' | 'redo'>, Partial<Pick<DraftState, 'conflicts' | 'revision' | 'unsaved'>> {}
