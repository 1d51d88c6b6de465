import type { WorkflowDocument } from '../../../../src/document/document.js';
import { applyOperations, foldOperations } from '../../../../src/modules/workflows/domain/edits/apply-operations.js';
import { mostOperations, type DraftOperation } from '../../../../src/modules/workflows/domain/edits/operation.js';
import { overlap, ruleOf } from '../../../../src/modules/workflows/domain/edits/rules.js';
import type { Conflict, DraftState, ForeignChange, Kept, QueuedEdit, UndoStep, UnsavedEdit } from './draft-state.js';

const mostUndoSteps = 200;
/** Key strokes in one field are one edit until the user pauses. */
const pauseMs = 1500;
/** Presses of an arrow key that follow each other so closely are one movement. */
const heldKeyMs = 500;

export function openedDraft(revision: number, confirmed: WorkflowDocument): DraftState {
  return {
    revision,
    confirmed,
    document: confirmed,
    queue: [],
    undo: [],
    redo: [],
    conflicts: [],
    unsaved: [],
    removedBy: {},
    notices: [],
  };
}

export function keptOf({ queue, undo, redo, conflicts, unsaved, revision }: DraftState): Kept {
  return { queue, undo, redo, conflicts, unsaved, revision };
}

/** The draft as the server has it, for a user who may not change it. What waits is beside it, without those that are recorded. */
export function setAside(state: DraftState, kept: readonly Kept[], recorded: readonly ForeignChange[] = []): DraftState {
  const waiting = kept.flatMap(({ unsaved = [], conflicts = [], queue }): readonly UnsavedEdit[] => [
    ...unsaved,
    ...conflicts.map(({ edit }) => edit),
    ...queue,
  ]);
  return {
    ...openedDraft(state.revision, state.confirmed),
    unsaved: waiting.filter((edit) => !recorded.some(({ editId }) => editId === edit.editId)),
  };
}

/**
 * What earlier pages have kept, on top of the draft as it is now. The last of them is the page of this tab.
 * @param missed the changes that they have not seen; undefined when they are not known
 */
export function withKept(state: DraftState, kept: readonly Kept[], missed: readonly ForeignChange[] | undefined): DraftState {
  const known = kept.map((each) => {
    const { revision = state.revision, queue } = each;
    if (revision >= state.revision) return each;
    const since = missed?.filter((change) => change.revision > revision && change.revision <= state.revision);
    const isRecorded = ({ editId }: { readonly editId: string | null }): boolean =>
      since?.some((change) => change.editId === editId) === true;
    const foreign = since?.filter((change) => !queue.some(({ editId }) => editId === change.editId)) ?? [everything];
    return { ...each, ...besideOthers({ ...each, queue: queue.filter((edit) => !isRecorded(edit)), revision }, foreign) };
  });
  return rebuilt({
    ...state,
    queue: known.flatMap(({ queue }) => queue),
    conflicts: known.flatMap(({ conflicts = [] }) => conflicts),
    unsaved: known.flatMap(({ unsaved = [] }) => unsaved),
    undo: known.at(-1)?.undo ?? [],
    redo: known.at(-1)?.redo ?? [],
  });
}

/** A change that touches all parts. */
const everything: Pick<ForeignChange, 'operations'> = { operations: null };

/**
 * Edits and steps of the user after changes of others. Edits of the same parts keep the revision that the user saw, so that the server asks
 * instead of overwriting, and steps that would take back what others did are removed.
 */
function besideOthers(
  { queue, undo, redo, revision }: Pick<DraftState, 'queue' | 'undo' | 'redo' | 'revision'>,
  foreign: readonly Pick<ForeignChange, 'operations'>[],
): Pick<DraftState, 'queue' | 'undo' | 'redo'> {
  if (foreign.length === 0) return { queue, undo, redo };
  const isOwn = ({ operations }: Pick<UndoStep, 'operations'>): boolean => !foreign.some((change) => touches(change, operations));
  return {
    queue: queue.map((edit) => (edit.base === undefined && !isOwn(edit) ? { ...edit, base: revision } : edit)),
    undo: undo.filter(isOwn),
    redo: redo.filter(isOwn),
  };
}

/** Whether a change has parts of these operations. */
function touches({ operations: theirs }: Pick<ForeignChange, 'operations'>, operations: readonly DraftOperation[]): boolean {
  if (theirs === null) return true;
  const keys = theirs.map((each) => ruleOf(each).key(each));
  return operations.some((each) => keys.some((key) => overlap(key, ruleOf(each).key(each))));
}

/** An edit of the user. A refused one changes nothing. */
export function edited(state: DraftState, edit: QueuedEdit): DraftState {
  const applied = applyOperations(state.document, edit.operations);
  if (applied.refused !== undefined) return beside(state, edit, applied.refused.message);
  const merged = mergedWithLast(state, edit);
  if (merged !== undefined) return { ...state, document: applied.document, queue: merged, redo: [] };
  const step = state.undo.at(-1);
  const isMove = step !== undefined && isSameMove(step, edit);
  const undo = isMove
    ? [...state.undo.slice(0, -1), { ...step, at: edit.at }]
    : [...state.undo, { label: edit.label, operations: applied.undo, at: edit.at }].slice(-mostUndoSteps);
  return { ...state, document: applied.document, queue: withMove(state.queue, edit) ?? [...state.queue, ...inParts(edit)], undo, redo: [] };
}

/** Whether an edit moves the blocks on that were moved a moment before, as a held arrow key does. */
function isSameMove(before: Pick<UndoStep, 'label' | 'operations' | 'at'>, { label, at, operations }: QueuedEdit): boolean {
  if (before.at === undefined || at - before.at > heldKeyMs || before.label !== label) return false;
  if (before.operations.length !== operations.length) return false;
  const moved = new Set(before.operations.map(movedBlock));
  return operations.every((each) => movedBlock(each) !== undefined && moved.has(movedBlock(each)));
}

function movedBlock(operation: DraftOperation): string | undefined {
  return operation.op === 'move' && operation.parentId === undefined ? operation.id : undefined;
}

/** The queue whose last edit, which is not on its way yet, moves the same blocks to the newer places. */
function withMove(queue: readonly QueuedEdit[], edit: QueuedEdit): readonly QueuedEdit[] | undefined {
  const last = queue.at(-1);
  if (last === undefined || last.base !== undefined || edit.base !== undefined || !isSameMove(last, edit)) return undefined;
  return [...queue.slice(0, -1), { ...last, operations: edit.operations, at: edit.at }];
}

/** The server takes so many operations at once. One step of undo takes all of them back. */
function inParts(edit: QueuedEdit): readonly QueuedEdit[] {
  const { editId, operations } = edit;
  if (operations.length <= mostOperations) return [edit];
  return Array.from({ length: Math.ceil(operations.length / mostOperations) }, (_, index) => ({
    ...edit,
    editId: `${editId}.${index}`,
    operations: operations.slice(index * mostOperations, (index + 1) * mostOperations),
  }));
}

/** The queue whose last edit sets the same field to the newer value; undefined when the edit is a separate one. */
function mergedWithLast({ queue, undo }: DraftState, edit: QueuedEdit): readonly QueuedEdit[] | undefined {
  const last = queue.at(-1);
  const [one, other] = [last?.operations, edit.operations];
  if (last === undefined || last.base !== undefined || edit.base !== undefined || undo.length === 0) return undefined;
  if (last.label !== edit.label || edit.at - last.at > pauseMs || one?.length !== 1 || other.length !== 1) return undefined;
  const [before, after] = [one[0], other[0]];
  if (before?.op !== after?.op || before === undefined || after === undefined || !mergeable.has(after.op)) return undefined;
  if (ruleOf(before).key(before) !== ruleOf(after).key(after)) return undefined;
  const operation = before.op === 'set' && before.type !== undefined ? { ...after, type: before.type } : after;
  return [...queue.slice(0, -1), { ...last, operations: [operation as DraftOperation], at: edit.at }];
}

const mergeable: ReadonlySet<DraftOperation['op']> = new Set(['set', 'rename', 'option', 'set-variable']);

/** Takes the last step back, or does it again. @param edit what the step becomes */
export function stepped(state: DraftState, way: 'undo' | 'redo', edit: Pick<QueuedEdit, 'editId' | 'at'>): DraftState {
  const [from, to] = way === 'undo' ? (['undo', 'redo'] as const) : (['redo', 'undo'] as const);
  const step = state[from].at(-1);
  if (step === undefined) return state;
  const rest = { ...state, [from]: state[from].slice(0, -1) };
  const label = `${way === 'undo' ? 'Undo' : 'Redo'}: ${step.label}`;
  const applied = applyOperations(state.document, step.operations);
  if (applied.refused !== undefined) return noticed(rest, `${label} is not possible: ${applied.refused.message}`);
  return {
    ...rest,
    document: applied.document,
    queue: [...state.queue, ...inParts({ ...edit, label, operations: step.operations })],
    [to]: [...state[to], { label: step.label, operations: applied.undo }],
  };
}

/** The first edit of the queue is on its way: from now on it keeps its base. */
export function sending(state: DraftState): DraftState {
  const [first, ...others] = state.queue;
  if (first === undefined || first.base !== undefined) return state;
  return { ...state, queue: [{ ...first, base: state.revision }, ...others] };
}

/** Changes that the server has recorded, in the order of their revisions. Those of the queue are confirmed by it. */
export function arrived(state: DraftState, changes: readonly ForeignChange[]): DraftState {
  const news = changes.filter(({ revision }) => revision > state.revision);
  if (news.length === 0) return state;
  let { confirmed, queue, removedBy } = state;
  const foreign: ForeignChange[] = [];
  for (const change of news) {
    if (change.operations !== null) confirmed = foldOperations(confirmed, change.operations);
    if (queue.some(({ editId }) => editId === change.editId)) queue = queue.filter(({ editId }) => editId !== change.editId);
    else foreign.push(change);
    for (const each of change.operations ?? []) if (each.op === 'remove-block') removedBy = { ...removedBy, [each.id]: change.userId };
  }
  const own = besideOthers({ ...state, queue }, foreign);
  return rebuilt({ ...state, ...own, confirmed, removedBy, revision: news.at(-1)?.revision ?? state.revision });
}

/** The server has recorded the first edit of the queue. */
export function acknowledged(state: DraftState, { editId, operations }: QueuedEdit, revision: number): DraftState {
  if (!state.queue.some((edit) => edit.editId === editId)) return state;
  const own = { revision, editId, operations, label: null, userId: null, at: '' };
  if (revision > state.revision) return arrived(state, [own]);
  return rebuilt({ ...state, queue: state.queue.filter((edit) => edit.editId !== editId) });
}

/** The whole draft as the server has it, under the edits of the queue. An older one than the present one is out of date. */
export function replaced(state: DraftState, revision: number, confirmed: WorkflowDocument): DraftState {
  if (revision <= state.revision) return state;
  return rebuilt({ ...state, ...besideOthers(state, [everything]), revision, confirmed });
}

/** The server refused an edit: others have changed the same parts. The user decides, once for edits that set the same part. */
export function inConflict(state: DraftState, edit: QueuedEdit, theirs: readonly ForeignChange[]): DraftState {
  const queue = state.queue.filter(({ editId }) => editId !== edit.editId);
  const rest = rebuilt({ ...state, queue });
  if (removerOf(rest, edit.operations) !== undefined) return beside(rest, edit, 'others have removed what it changes');
  const touching = theirs.filter((change) => touches(change, edit.operations));
  const others = state.conflicts.filter((conflict) => !isReplacedBy(edit, conflict.edit));
  return rebuilt({ ...rest, conflicts: [...others, { edit, theirs: touching }] });
}

/** Whether an edit sets all that an earlier one sets. */
function isReplacedBy(edit: UnsavedEdit, earlier: UnsavedEdit): boolean {
  const keys = new Set(edit.operations.map((each) => ruleOf(each).key(each)));
  return earlier.operations.every((each) => mergeable.has(each.op) && keys.has(ruleOf(each).key(each)));
}

/** Keeps what the others did, or makes the edit again on top of it. */
export function decided(state: DraftState, { edit }: Conflict, keep: 'theirs' | 'mine', editId: string): DraftState {
  const rest = { ...state, conflicts: state.conflicts.filter((each) => each.edit.editId !== edit.editId) };
  if (keep === 'theirs') return rest;
  const { label, operations, at } = edit;
  return edited(rest, { editId, label, operations, at });
}

/** The server cannot apply an edit. */
export function refused(state: DraftState, edit: QueuedEdit, message: string): DraftState {
  const queue = state.queue.filter(({ editId }) => editId !== edit.editId);
  return beside(rebuilt({ ...state, queue }), edit, message);
}

/** Keeps an edit beside the draft. Of edits of the same parts the last one is kept. */
export function beside(state: DraftState, { editId, label, operations, at }: QueuedEdit, why?: string): DraftState {
  const edit: UnsavedEdit = { editId, label, operations, at, ...(why !== undefined && { why }), ...removerOf(state, operations) };
  if (state.unsaved.some((each) => each.at >= at && isReplacedBy(each, edit))) return state;
  return { ...state, unsaved: [...state.unsaved.filter((each) => !isReplacedBy(edit, each)), edit] };
}

/** Who has removed a block that operations change; undefined when all of them are there. */
function removerOf(
  { document, removedBy }: DraftState,
  operations: readonly DraftOperation[],
): Required<Pick<UnsavedEdit, 'removedBy'>> | undefined {
  for (const each of operations) {
    if (!('id' in each) || Object.hasOwn(document.blocks, each.id)) continue;
    const userId = removedBy[each.id];
    if (userId !== undefined) return { removedBy: userId };
  }
  return undefined;
}

function noticed(state: DraftState, notice: string): DraftState {
  return { ...state, notices: [...state.notices, notice].slice(-5) };
}

/** The confirmed document with the queue on top. An edit that does not fit any more becomes a conflict. */
function rebuilt(state: DraftState): DraftState {
  let document = state.confirmed;
  const queue: QueuedEdit[] = [];
  const lost: QueuedEdit[] = [];
  for (const edit of state.queue) {
    const applied = applyOperations(document, edit.operations);
    // The server decides about what it may have received already.
    if (applied.refused !== undefined && edit.base === undefined) lost.push(edit);
    else {
      queue.push(edit);
      if (applied.refused === undefined) document = applied.document;
    }
  }
  return lost.reduce<DraftState>((now, edit) => beside(now, edit, 'others have removed what it changes'), { ...state, document, queue });
}
