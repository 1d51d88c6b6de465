import { describe, expect, it } from '@jest/globals';
import type { WorkflowDocument } from '../../../../src/document/document.js';
import { parseDocument } from '../../../../src/document/parse/parse-document.js';
import { applyOperations } from '../../../../src/modules/workflows/domain/edits/apply-operations.js';
import { requireUntouched } from '../../../../src/modules/workflows/domain/edits/conflicts.js';
import type { DraftOperation } from '../../../../src/modules/workflows/domain/edits/operation.js';
import type { ForeignChange, Kept, QueuedEdit } from './draft-state.js';
import { DraftStore, type Answer, type DraftServer, type OpenedDraft } from './draft-store.js';

function aDocument(): WorkflowDocument {
  const block = (id: string): object => ({ id, type: 'function', name: id, position: { x: 0, y: 0 }, subBlocks: {} });
  const blocks = { a: block('a'), b: block('b') };
  const { document } = parseDocument({ state: { blocks, edges: [] } });
  if (document === undefined) throw new Error('The document cannot be read');
  return document;
}

const rename = (id: string, name: string): DraftOperation => ({ op: 'rename', id, name });
const set = (id: string, field: string, value: string): DraftOperation => ({ op: 'set', id, field, value });
const move = (id: string, x: number): DraftOperation => ({ op: 'move', id, x, y: 0 });

/** Decides as the server does. */
class Ledger implements DraftServer {
  document = aDocument();
  revision = 1;
  readonly changes: ForeignChange[] = [];
  isDown = false;
  /** Whether the user may read and no more. */
  isReadOnly = false;
  /** Records the next edit and loses the answer. */
  losesAnswer = false;

  send({ editId, base, operations, label }: Required<QueuedEdit>): Promise<Answer> {
    if (this.isDown) return Promise.resolve({ kind: 'unreached', message: 'down' });
    if (this.isReadOnly) return Promise.resolve({ kind: 'refused', message: 'You may read', isFinal: true });
    const since = this.changes.filter(({ revision }) => revision > base);
    const known = since.find((change) => change.editId === editId);
    const others = since.filter((change) => known === undefined || change.revision < known.revision);
    if (known !== undefined) return Promise.resolve({ kind: 'recorded', revision: known.revision, others, problems: [] });
    try {
      requireUntouched(since, operations);
    } catch {
      return Promise.resolve({ kind: 'conflict' });
    }
    const applied = applyOperations(this.document, operations);
    if (applied.refused !== undefined) {
      return Promise.resolve(
        others.length > 0 ? { kind: 'conflict' } : { kind: 'refused', message: applied.refused.message, isFinal: false },
      );
    }
    this.document = applied.document;
    this.revision += 1;
    this.changes.push({ revision: this.revision, editId, label, operations, userId: 'u', at: '' });
    if (this.losesAnswer) {
      this.losesAnswer = false;
      return Promise.resolve({ kind: 'unreached', message: 'lost' });
    }
    return Promise.resolve({ kind: 'recorded', revision: this.revision, others, problems: [] });
  }

  replace(document: WorkflowDocument): void {
    this.document = document;
    this.revision += 1;
    this.changes.push({ revision: this.revision, editId: null, label: null, operations: null, userId: 'u', at: '' });
  }

  changesAfter(revision: number): Promise<readonly ForeignChange[]> {
    return Promise.resolve(this.changes.filter((change) => change.revision > revision));
  }

  read(): Promise<{ revision: number; document: WorkflowDocument }> {
    return Promise.resolve({ revision: this.revision, document: this.document });
  }
}

/** A page: its clock runs when the test says so, and what it keeps outlives it. */
class Desk {
  kept: Kept | undefined;
  /** What a tab has kept that is closed. */
  keptElsewhere: Kept | undefined;
  /** Whether the browser has no room for what is kept. */
  isFull = false;
  store: DraftStore;
  #due: (() => void) | undefined;
  #dueAt = 0;
  #now = 0;
  #ids = 0;

  constructor(
    readonly ledger: Ledger,
    readonly name: string,
  ) {
    this.store = this.#opened();
  }

  #opened(opened?: Partial<OpenedDraft>): DraftStore {
    const { revision, document } = this.ledger;
    const keeper = {
      load: () => [this.keptElsewhere, this.kept].filter((each) => each !== undefined),
      save: (kept: Kept) => {
        this.kept = JSON.parse(JSON.stringify(kept)) as Kept;
        this.keptElsewhere = undefined;
        return !this.isFull;
      },
    };
    return new DraftStore({ revision, document, missed: this.ledger.changes, ...opened }, this.ledger, keeper, {
      now: () => this.#now,
      newId: () => `${this.name}${(this.#ids += 1)}`,
      later: (ms, act) => {
        this.#due = act;
        this.#dueAt = this.#now + ms;
        return () => (this.#due = undefined);
      },
    });
  }

  /** The page dies, and another one opens the draft. */
  reopen(opened?: Partial<OpenedDraft>): void {
    this.#due = undefined;
    this.store = this.#opened(opened);
  }

  pass(ms: number): void {
    this.#now += ms;
  }

  /** Lets time pass, in which what is due happens. */
  async wait(ms: number): Promise<void> {
    this.pass(ms);
    if (this.#now >= this.#dueAt) await this.step();
  }

  async step(): Promise<void> {
    const due = this.#due;
    this.#due = undefined;
    due?.();
    for (let turn = 0; turn < 12; turn += 1) await Promise.resolve();
  }

  async settle(): Promise<void> {
    for (let turn = 0; this.#due !== undefined && turn < 100; turn += 1) await this.step();
  }

  get nameOfA(): string | undefined {
    return this.store.get().document.blocks['a']?.name;
  }
}

async function saved(desk: Desk, operation: DraftOperation): Promise<void> {
  desk.store.edit([operation], operation.op);
  await desk.settle();
}

const valueOf = ({ blocks }: WorkflowDocument, id: string, field: string): unknown => blocks[id]?.subBlocks[field]?.value;

describe('the draft of an editor', () => {
  it('shows an edit at once and sends key strokes of one field as one edit', async () => {
    const desk = new Desk(new Ledger(), 'p');
    for (const text of ['r', 're', 'ret']) desk.store.edit([set('a', 'code', text)], 'Change code');
    expect(valueOf(desk.store.get().document, 'a', 'code')).toBe('ret');
    expect(desk.store.get().saving).toBe('waiting');
    await desk.settle();
    expect(desk.ledger.changes).toHaveLength(1);
    expect(valueOf(desk.ledger.document, 'a', 'code')).toBe('ret');
    expect(desk.store.get()).toMatchObject({ saving: 'saved', revision: 2 });
    desk.store.undo();
    expect(valueOf(desk.store.get().document, 'a', 'code')).toBeUndefined();
  });

  it('sends edits while others follow without a pause', async () => {
    const desk = new Desk(new Ledger(), 'p');
    for (let edit = 1; edit <= 10; edit += 1) {
      desk.store.edit([move('a', edit)], 'Move');
      await desk.wait(100);
    }
    expect(desk.ledger.changes.length).toBeGreaterThan(1);
  });

  it('takes the movement by a held key for one step of undo, and sends what is not on its way as one edit', async () => {
    const desk = new Desk(new Ledger(), 'p');
    desk.store.edit([rename('a', 'first')], 'Rename');
    await desk.settle();
    for (let x = 20; x <= 200; x += 20) {
      desk.store.edit([move('a', x)], 'Move a');
      desk.pass(30);
    }
    desk.pass(5000);
    desk.store.edit([move('a', 500)], 'Move a');
    await desk.settle();
    expect(desk.ledger.changes).toHaveLength(3);
    const xOf = (): number | undefined => desk.store.get().document.blocks['a']?.position.x;
    expect(xOf()).toBe(500);
    desk.store.undo();
    expect(xOf()).toBe(200);
    desk.store.undo();
    expect(xOf()).toBe(0);
    desk.store.redo();
    expect(xOf()).toBe(200);
  });

  it('begins another edit after a pause, so that undo takes back less', () => {
    const desk = new Desk(new Ledger(), 'p');
    desk.store.edit([set('a', 'code', 'one')], 'Change code');
    desk.pass(5000);
    desk.store.edit([set('a', 'code', 'two')], 'Change code');
    desk.store.undo();
    expect(valueOf(desk.store.get().document, 'a', 'code')).toBe('one');
    desk.store.redo();
    expect(valueOf(desk.store.get().document, 'a', 'code')).toBe('two');
  });

  it('keeps edits while the server is away and after the page has died, and undoes them in the next page', async () => {
    const desk = new Desk(new Ledger(), 'p');
    desk.ledger.isDown = true;
    desk.store.edit([rename('a', 'First')], 'Rename');
    await desk.step();
    expect(desk.store.get().saving).toBe('unreached');
    desk.store.edit([rename('b', 'Second')], 'Rename');
    desk.reopen();
    expect(desk.nameOfA).toBe('First');
    desk.ledger.isDown = false;
    await desk.settle();
    expect(desk.ledger.document.blocks['a']?.name).toBe('First');
    expect(desk.ledger.document.blocks['b']?.name).toBe('Second');
    desk.reopen();
    expect(desk.store.get().undo.map(({ label }) => label)).toEqual(['Rename', 'Rename']);
    desk.store.undo();
    await desk.settle();
    expect(desk.ledger.document.blocks['b']?.name).toBe('b');
    expect(desk.ledger.changes.at(-1)?.label).toBe('Undo: Rename');
  });

  it('sends what waits when the page leaves the draft, and keeps what is typed as it leaves', async () => {
    const desk = new Desk(new Ledger(), 'p');
    desk.store.edit([rename('a', 'one')], 'Rename');
    const closed = desk.store.close();
    desk.store.edit([rename('b', 'two')], 'Rename');
    await closed;
    expect(desk.ledger.changes).toHaveLength(2);
    expect(desk.kept?.queue).toEqual([]);
  });

  it('sends what could not be sent when the page left the draft once the server is reached', async () => {
    const desk = new Desk(new Ledger(), 'p');
    desk.ledger.isDown = true;
    desk.store.edit([rename('a', 'one')], 'Rename');
    await desk.store.close();
    await desk.step();
    desk.ledger.isDown = false;
    await desk.settle();
    expect(desk.ledger.document.blocks['a']?.name).toBe('one');
    expect(desk.kept?.queue).toEqual([]);
  });

  it('leaves the rest to the next page that opens the draft', async () => {
    const desk = new Desk(new Ledger(), 'p');
    desk.ledger.isDown = true;
    desk.store.edit([rename('a', 'one')], 'Rename');
    await desk.store.close();
    await desk.store.handOver();
    desk.ledger.isDown = false;
    await desk.settle();
    expect(desk.ledger.changes).toEqual([]);
    expect(desk.kept?.queue).toHaveLength(1);
  });

  it('sends the rest after all when the next page cannot open the draft', async () => {
    const desk = new Desk(new Ledger(), 'p');
    desk.ledger.isDown = true;
    desk.store.edit([rename('a', 'one')], 'Rename');
    await desk.store.close();
    await desk.store.handOver();
    desk.store.resume();
    await desk.step();
    desk.ledger.isDown = false;
    await desk.settle();
    expect(desk.ledger.document.blocks['a']?.name).toBe('one');
    expect(desk.kept?.queue).toEqual([]);
  });

  it('keeps nothing over the next page that opens the draft, and what was on its way is recorded once', async () => {
    const desk = new Desk(new Ledger(), 'p');
    desk.store.edit([rename('a', 'one')], 'Rename');
    const { promise: isAnswered, resolve: answer } = Promise.withResolvers<undefined>();
    const send = desk.ledger.send.bind(desk.ledger);
    desk.ledger.send = (edit) => send(edit).then((given) => isAnswered.then(() => given));
    desk.store.sendNow();
    const first = desk.store;
    const isOver = first.handOver();
    Reflect.deleteProperty(desk.ledger, 'send');
    desk.reopen();
    desk.store.edit([rename('b', 'two')], 'Rename');
    answer(undefined);
    await isOver;
    await desk.settle();
    expect(desk.ledger.changes.map(({ label }) => label)).toEqual(['Rename', 'Rename']);
    expect(desk.ledger.document.blocks['b']?.name).toBe('two');
    expect(desk.kept?.queue).toEqual([]);
  });

  it('sends what waits at once when the page ends', async () => {
    const desk = new Desk(new Ledger(), 'p');
    desk.store.edit([rename('a', 'one')], 'Rename');
    desk.store.sendNow();
    expect(desk.ledger.changes).toHaveLength(1);
    desk.store.sendNow();
    await desk.settle();
    expect(desk.ledger.changes).toHaveLength(1);
  });

  it('leaves what cannot be sent with the keeper when the page leaves the draft', async () => {
    const desk = new Desk(new Ledger(), 'p');
    desk.ledger.isDown = true;
    desk.store.edit([rename('a', 'one')], 'Rename');
    await desk.store.close();
    desk.ledger.isDown = false;
    expect(desk.ledger.changes).toEqual([]);
    desk.reopen();
    await desk.settle();
    expect(desk.ledger.document.blocks['a']?.name).toBe('one');
  });

  it('still asks whose edit is kept after the page has died', async () => {
    const ledger = new Ledger();
    const [one, other] = [new Desk(ledger, 'p'), new Desk(ledger, 'q')];
    one.store.edit([rename('a', 'Mine')], 'Rename');
    other.store.edit([rename('a', 'Theirs')], 'Rename');
    await other.settle();
    await one.store.close();
    one.reopen();
    const [conflict] = one.store.get().conflicts;
    if (conflict === undefined) throw new Error('There is no conflict');
    one.store.decide(conflict, 'mine');
    await one.settle();
    expect(ledger.document.blocks['a']?.name).toBe('Mine');
    one.reopen();
    expect(one.store.get().conflicts).toEqual([]);
  });

  it('asks about kept edits of what others have changed meanwhile, and sends the rest', async () => {
    const ledger = new Ledger();
    const [one, other] = [new Desk(ledger, 'p'), new Desk(ledger, 'q')];
    ledger.isDown = true;
    one.store.edit([set('a', 'code', 'mine')], 'Change code');
    one.store.edit([rename('b', 'Mine')], 'Rename');
    one.store.edit([move('b', 7)], 'Move');
    await one.step();
    ledger.isDown = false;
    other.store.edit([rename('b', 'Theirs')], 'Rename');
    await other.settle();
    one.reopen();
    await one.settle();
    expect(one.store.get().conflicts).toMatchObject([{ edit: { label: 'Rename' }, theirs: [{ label: 'Rename' }] }]);
    expect(ledger.document.blocks['b']).toMatchObject({ name: 'Theirs', position: { x: 7 } });
    expect(valueOf(ledger.document, 'a', 'code')).toBe('mine');
  });

  it('asks about all kept edits when it is not known what others have changed meanwhile', async () => {
    const ledger = new Ledger();
    const [one, other] = [new Desk(ledger, 'p'), new Desk(ledger, 'q')];
    await saved(other, rename('b', 'Theirs'));
    one.kept = { queue: [{ editId: 'k', label: 'Rename', operations: [rename('b', 'Mine')], at: 0 }], undo: [], redo: [], revision: 1 };
    one.reopen({ missed: undefined });
    await one.settle();
    expect(one.store.get().conflicts).toHaveLength(1);
    expect(ledger.document.blocks['b']?.name).toBe('Theirs');
  });

  it('does not undo after a reload what a colleague has changed meanwhile', async () => {
    const ledger = new Ledger();
    const [one, other] = [new Desk(ledger, 'p'), new Desk(ledger, 'q')];
    await saved(one, rename('a', 'Mine'));
    await saved(one, rename('b', 'Mine'));
    await other.store.refresh();
    await saved(other, rename('a', 'Theirs'));
    one.reopen();
    expect(one.store.get().undo).toHaveLength(1);
    one.store.undo();
    await one.settle();
    expect(ledger.document.blocks['a']?.name).toBe('Theirs');
    expect(ledger.document.blocks['b']?.name).toBe('b');
  });

  it('keeps the edits of tabs that are closed before it lets go of theirs', () => {
    const queue = [{ editId: 'k', label: 'Rename', operations: [rename('b', 'Kept')], at: 0 }];
    const desk = new Desk(new Ledger(), 'p');
    desk.keptElsewhere = { queue, undo: [], redo: [] };
    desk.reopen();
    expect(desk.kept?.queue).toEqual(queue);
    expect(desk.store.get().document.blocks['b']?.name).toBe('Kept');
  });

  it('says that edits are not kept while the browser has no room for them', () => {
    const desk = new Desk(new Ledger(), 'p');
    desk.isFull = true;
    desk.store.edit([rename('a', 'one')], 'Rename');
    expect(desk.store.get().isKept).toBe(false);
    desk.isFull = false;
    desk.store.edit([rename('a', 'two')], 'Rename');
    expect(desk.store.get().isKept).toBe(true);
  });

  it('sends an edit of many operations in parts, and takes it back as one', async () => {
    const desk = new Desk(new Ledger(), 'p');
    const moves = Array.from({ length: 1200 }, (_, n) => move('a', n));
    desk.store.edit(moves, 'Lay out');
    await desk.settle();
    expect(desk.ledger.changes.map(({ operations }) => operations?.length)).toEqual([500, 500, 200]);
    expect(desk.ledger.document.blocks['a']?.position.x).toBe(1199);
    desk.store.undo();
    await desk.settle();
    expect(desk.ledger.document.blocks['a']?.position.x).toBe(0);
    desk.store.redo();
    expect(desk.store.get().document.blocks['a']?.position.x).toBe(1199);
  });

  it('applies an edit once whose answer was lost, even if the page has died meanwhile', async () => {
    const desk = new Desk(new Ledger(), 'p');
    desk.ledger.losesAnswer = true;
    desk.store.edit(
      [{ op: 'add-edge', edge: { id: 'e', source: 'a', target: 'b', sourceHandle: 'source', targetHandle: 'target' } }],
      'Connect',
    );
    await desk.step();
    desk.reopen();
    await desk.settle();
    expect(desk.ledger.changes).toHaveLength(1);
    expect(desk.store.get().document.edges.map(({ id }) => id)).toEqual(['e']);
    expect(desk.store.get().saving).toBe('saved');
  });

  it('shows the draft of the server to a person who may not change it any more, with the edit beside it', async () => {
    const desk = new Desk(new Ledger(), 'p');
    desk.ledger.isReadOnly = true;
    await saved(desk, rename('a', 'Refused'));
    const isAside = (): void => {
      expect(desk.nameOfA).toBe('a');
      expect(desk.store.get()).toMatchObject({ saving: 'ended', queue: [], unsaved: [{ label: 'rename' }] });
    };
    isAside();
    desk.reopen({ isReadOnly: true });
    isAside();
    await saved(new Desk(desk.ledger, 'q'), rename('b', 'Other'));
    desk.store.receive(desk.ledger.changes);
    isAside();
    desk.ledger.isReadOnly = false;
    desk.reopen();
    await desk.settle();
    expect(desk.ledger.document.blocks['a']?.name).toBe('Refused');
  });

  it('offers what was being typed when the draft ended', () => {
    const desk = new Desk(new Ledger(), 'p');
    desk.store.end('You have no access');
    desk.store.edit([set('a', 'code', 'typed')], 'Change code');
    expect(desk.store.get()).toMatchObject({ saving: 'ended', queue: [], unsaved: [{ label: 'Change code' }] });
    expect(valueOf(desk.store.get().document, 'a', 'code')).toBeUndefined();
  });

  it('forgets an edit that a reader discards, and offers none that the server has', async () => {
    const desk = new Desk(new Ledger(), 'p');
    desk.ledger.losesAnswer = true;
    desk.store.edit([rename('a', 'Recorded')], 'Rename');
    await desk.step();
    desk.reopen({ isReadOnly: true });
    expect(desk.store.get().unsaved).toEqual([]);
    desk.reopen();
    await desk.settle();
    desk.ledger.isReadOnly = true;
    await saved(desk, rename('a', 'Refused'));
    desk.reopen({ isReadOnly: true });
    desk.store.discardUnsaved();
    desk.reopen({ isReadOnly: true });
    expect(desk.store.get()).toMatchObject({ unsaved: [], saving: 'ended' });
  });

  it('keeps the last text of a block that another person removes, with who it was', async () => {
    const ledger = new Ledger();
    const desk = new Desk(ledger, 'p');
    desk.store.edit([set('a', 'code', 'first')], 'Change code');
    await saved(new Desk(ledger, 'q'), { op: 'remove-block', id: 'a' });
    desk.store.receive(ledger.changes);
    desk.store.edit([set('a', 'code', 'last')], 'Change code');
    const offered = [{ label: 'Change code', operations: [{ value: 'last' }], removedBy: 'u' }];
    await desk.settle();
    expect(desk.store.get()).toMatchObject({ notices: [], conflicts: [], unsaved: offered, saving: 'saved' });
    desk.reopen();
    expect(desk.store.get().unsaved).toMatchObject(offered);
    desk.store.discardUnsaved();
    desk.reopen();
    expect(desk.store.get().unsaved).toEqual([]);
  });

  it('takes over what others change elsewhere, and asks where both have changed the same', async () => {
    const ledger = new Ledger();
    const [one, other] = [new Desk(ledger, 'p'), new Desk(ledger, 'q')];
    one.store.edit([rename('a', 'Mine')], 'Rename');
    other.store.edit([rename('a', 'Theirs'), rename('b', 'Also theirs')], 'Rename two');
    await other.settle();
    await one.settle();
    const { conflicts, document } = one.store.get();
    expect(document.blocks['a']?.name).toBe('Theirs');
    expect(document.blocks['b']?.name).toBe('Also theirs');
    expect(conflicts).toHaveLength(1);
    const [conflict] = conflicts;
    if (conflict === undefined) throw new Error('There is no conflict');
    one.store.decide(conflict, 'mine');
    await one.settle();
    expect(ledger.document.blocks['a']?.name).toBe('Mine');
    expect(one.store.get().conflicts).toEqual([]);
  });

  it('asks also when the change of the others arrives before its own is sent', async () => {
    const ledger = new Ledger();
    const [one, other] = [new Desk(ledger, 'p'), new Desk(ledger, 'q')];
    other.store.edit([rename('a', 'Theirs')], 'Rename');
    await other.settle();
    one.store.edit([rename('a', 'Mine')], 'Rename');
    one.store.receive(ledger.changes);
    await one.settle();
    expect(one.store.get().conflicts).toMatchObject([{ theirs: [{ label: 'Rename' }] }]);
    expect(ledger.document.blocks['a']?.name).toBe('Theirs');
  });

  it('asks about a text that others have changed while it was typed', async () => {
    const ledger = new Ledger();
    const desk = new Desk(ledger, 'p');
    const { revision } = desk.store.get();
    await saved(new Desk(ledger, 'q'), set('a', 'code', 'theirs'));
    desk.store.receive(ledger.changes);
    desk.store.asSeen(revision, () => desk.store.edit([set('a', 'code', 'mine')], 'Change code'));
    await desk.settle();
    expect(desk.store.get().conflicts).toMatchObject([{ edit: { label: 'Change code' } }]);
    expect(valueOf(ledger.document, 'a', 'code')).toBe('theirs');
  });

  it('asks once about edits that set the same field, with the last text', async () => {
    const ledger = new Ledger();
    const [one, other] = [new Desk(ledger, 'p'), new Desk(ledger, 'q')];
    one.store.edit([set('a', 'code', 'mi')], 'Change code');
    one.pass(5000);
    one.store.edit([set('a', 'code', 'mine')], 'Change code');
    await saved(other, set('a', 'code', 'theirs'));
    one.store.receive(ledger.changes);
    await one.settle();
    const { conflicts } = one.store.get();
    expect(conflicts).toHaveLength(1);
    expect(conflicts[0]?.edit.operations).toEqual([set('a', 'code', 'mine')]);
  });

  it('asks once about an edit, also when the network comes back while it reads what the others have changed', async () => {
    const ledger = new Ledger();
    const [one, other] = [new Desk(ledger, 'p'), new Desk(ledger, 'q')];
    one.store.edit([rename('a', 'Mine')], 'Rename');
    other.store.edit([rename('a', 'Theirs')], 'Rename');
    await other.settle();
    const { promise: isRead, resolve: read } = Promise.withResolvers<undefined>();
    ledger.changesAfter = (revision) => isRead.then(() => ledger.changes.filter((change) => change.revision > revision));
    await one.step();
    one.store.flush();
    await one.step();
    read(undefined);
    await one.settle();
    await one.step();
    expect(one.store.get().conflicts).toHaveLength(1);
  });

  it('does not undo what a colleague has changed since', async () => {
    const ledger = new Ledger();
    const [one, other] = [new Desk(ledger, 'p'), new Desk(ledger, 'q')];
    one.store.edit([rename('a', 'Mine')], 'Rename');
    await one.settle();
    await other.store.refresh();
    other.store.edit([rename('a', 'Theirs')], 'Rename');
    await other.settle();
    one.store.receive(ledger.changes);
    expect(one.store.get().undo).toEqual([]);
    expect(one.nameOfA).toBe('Theirs');
  });

  it('asks about waiting edits when another user restores the draft, and does not undo on top of it', async () => {
    const ledger = new Ledger();
    const desk = new Desk(ledger, 'p');
    await saved(desk, set('a', 'code', 'first'));
    desk.store.edit([rename('a', 'Mine')], 'Rename');
    ledger.replace(aDocument());
    desk.store.receive(ledger.changes);
    await desk.settle();
    expect(desk.store.get()).toMatchObject({ undo: [], redo: [], conflicts: [{ edit: { label: 'Rename' } }] });
    expect(ledger.document).toEqual(aDocument());
    expect(desk.store.get().document).toEqual(aDocument());
  });

  it('shows the draft of the server when the draft of a restore arrives after later changes', async () => {
    const ledger = new Ledger();
    const desk = new Desk(ledger, 'p');
    ledger.replace(aDocument());
    const old = await ledger.read();
    const { promise: isRead, resolve: read } = Promise.withResolvers<typeof old>();
    ledger.read = () => isRead;
    desk.store.receive(ledger.changes);
    await desk.step();
    Reflect.deleteProperty(ledger, 'read');
    await ledger.send({ editId: 'q', base: 2, label: 'Rename', operations: [rename('a', 'Theirs')], at: 0 });
    desk.store.receive(ledger.changes.slice(-1));
    read(old);
    await desk.step();
    await desk.step();
    expect(desk.store.get()).toMatchObject({ revision: ledger.revision, document: ledger.document });
  });

  it('reads a change that the stream has left out', async () => {
    const ledger = new Ledger();
    const [one, other] = [new Desk(ledger, 'p'), new Desk(ledger, 'q')];
    await saved(other, rename('a', 'First'));
    await saved(other, rename('b', 'Second'));
    one.store.receive(ledger.changes.slice(-1));
    await one.step();
    expect(one.store.get().document).toEqual(ledger.document);
  });

  it('reads once for all changes that arrive while it reads what it has missed', async () => {
    const ledger = new Ledger();
    const [one, other] = [new Desk(ledger, 'p'), new Desk(ledger, 'q')];
    for (const name of ['First', 'Second', 'Third', 'Fourth', 'Fifth']) await saved(other, rename('a', name));
    let reads = 0;
    const { promise: isRead, resolve: read } = Promise.withResolvers<undefined>();
    ledger.changesAfter = (revision) => {
      reads += 1;
      return isRead.then(() => ledger.changes.filter((change) => change.revision > revision));
    };
    for (const change of ledger.changes.slice(1)) one.store.receive([change]);
    await one.step();
    for (const change of ledger.changes.slice(1)) one.store.receive([change]);
    read(undefined);
    await one.step();
    await one.step();
    expect(one.store.get().document).toEqual(ledger.document);
    expect(reads).toBe(2);
  });

  it('ends when the user may not write any more', async () => {
    const desk = new Desk(new Ledger(), 'p');
    desk.ledger.send = () => Promise.resolve({ kind: 'refused', message: 'write permission is needed', isFinal: true });
    desk.store.edit([rename('a', 'x')], 'Rename');
    await desk.settle();
    expect(desk.store.get()).toMatchObject({ saving: 'ended', ended: 'write permission is needed' });
  });

  it('brings any number of editors to the same draft, whatever is lost on the way', async () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const next = chance(seed);
      const pick = <Value>(...values: readonly Value[]): Value => values[next(values.length)] as Value;
      const ledger = new Ledger();
      const desks = ['p', 'q', 'r'].map((name) => new Desk(ledger, name));
      for (let round = 0; round < 60; round += 1) {
        const desk = pick(...desks);
        const id = pick('a', 'b', `n${next(3)}`);
        const block = { ...(aDocument().blocks['a'] as object), id, name: id } as WorkflowDocument['blocks'][string];
        const operation = pick<DraftOperation>(
          set(id, pick('code', 'text'), `${round}`),
          move(id, round),
          rename(id, `name ${round}`),
          { op: 'add-block', block },
          { op: 'remove-block', id },
        );
        desk.store.edit([operation], operation.op);
        ledger.isDown = next(5) === 0;
        ledger.losesAnswer = next(6) === 0;
        if (next(8) === 0) desk.reopen();
        if (next(7) === 0) desk.store.undo();
        if (next(3) > 0) await pick(...desks).step();
        if (next(4) === 0) pick(...desks).store.receive(ledger.changes);
      }
      ledger.isDown = false;
      ledger.losesAnswer = false;
      for (const desk of desks) {
        await desk.settle();
        for (const conflict of desk.store.get().conflicts) desk.store.decide(conflict, pick('mine', 'theirs'));
        await desk.settle();
      }
      for (const desk of desks) {
        await desk.settle();
        await desk.store.refresh();
        expect(desk.store.get().queue).toEqual([]);
        expect(desk.store.get().document).toEqual(ledger.document);
      }
    }
  });
});

/** Numbers below a limit that look like chance and are the same in every run. */
function chance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}
