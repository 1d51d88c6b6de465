import { describe, expect, it } from '@jest/globals';
import type { WorkflowDocument } from '../../../../src/document/document.js';
import { parseDocument } from '../../../../src/document/parse/parse-document.js';
import type { EditorProblem } from '../problem.js';
import { checkWhenCalm } from './check-when-calm.js';
import type { ForeignChange } from './draft-state.js';
import { DraftStore, type Answer } from './draft-store.js';

function aDocument(): WorkflowDocument {
  const { document } = parseDocument({ blocks: { a: { id: 'a', type: 'function', name: 'a', position: { x: 0, y: 0 } } }, edges: [] });
  if (document === undefined) throw new Error('The document cannot be read');
  return document;
}

const problem = (message: string): EditorProblem => ({ code: 'missing_input', path: '', message });
const foreign = (revision: number): ForeignChange => ({
  revision,
  editId: `q${revision}`,
  label: 'Rename',
  operations: [{ op: 'rename', id: 'a', name: `name ${revision}` }],
  userId: 'u',
  at: '',
});

/** A draft whose reports and answers the test gives. */
class Desk {
  readonly #due = new Set<() => void>();
  readonly #later = (_ms: number, act: () => void): (() => void) => {
    this.#due.add(act);
    return () => this.#due.delete(act);
  };
  readonly reports: PromiseWithResolvers<readonly EditorProblem[]>[] = [];
  answer = Promise.withResolvers<Answer>();
  readonly store = new DraftStore(
    { revision: 1, document: aDocument(), missed: [] },
    {
      send: () => this.answer.promise,
      changesAfter: () => Promise.resolve([]),
      read: () => Promise.resolve({ revision: 1, document: aDocument() }),
    },
    { load: () => [], save: () => true },
    { now: () => 0, newId: () => 'own', later: this.#later },
  );

  constructor() {
    const check = (): Promise<readonly EditorProblem[]> => {
      this.reports.push(Promise.withResolvers());
      return this.reports.at(-1)?.promise ?? Promise.resolve([]);
    };
    checkWhenCalm(this.store, check, this.#later);
  }

  /** What is due happens. */
  async pass(): Promise<void> {
    for (const act of this.#due) {
      this.#due.delete(act);
      act();
    }
    for (let turn = 0; turn < 12; turn += 1) await Promise.resolve();
  }

  async report(index: number, ...messages: readonly string[]): Promise<void> {
    this.reports[index]?.resolve(messages.map(problem));
    await this.pass();
  }

  get shown(): readonly string[] {
    return this.store.get().problems.map(({ message }) => message);
  }
}

describe('the problems of a draft', () => {
  it('are read again once others have changed it and pause', async () => {
    const desk = new Desk();
    await desk.pass();
    await desk.report(0, 'at first');
    expect(desk.shown).toEqual(['at first']);
    desk.store.receive([foreign(2)]);
    desk.store.receive([foreign(3)]);
    await desk.pass();
    await desk.report(1, 'then');
    expect(desk.shown).toEqual(['then']);
    expect(desk.reports).toHaveLength(2);
  });

  it('are not replaced by an older report', async () => {
    const desk = new Desk();
    await desk.pass();
    desk.store.edit([{ op: 'rename', id: 'a', name: 'mine' }], 'Rename');
    await desk.pass();
    desk.answer.resolve({ kind: 'recorded', revision: 2, others: [], problems: [problem('after the edit')] });
    await desk.pass();
    await desk.report(0, 'before the edit');
    expect(desk.shown).toEqual(['after the edit']);
    expect(desk.reports).toHaveLength(1);
  });

  it('are not replaced by the answer to an edit before which others have changed more', async () => {
    const desk = new Desk();
    await desk.pass();
    await desk.report(0);
    desk.store.edit([{ op: 'option', id: 'a', name: 'enabled', value: false }], 'Disable a');
    await desk.pass();
    desk.store.receive([
      { ...foreign(2), editId: 'own', operations: [{ op: 'option', id: 'a', name: 'enabled', value: false }] },
      foreign(3),
    ]);
    await desk.pass();
    await desk.report(1, 'newest');
    desk.answer.resolve({ kind: 'recorded', revision: 2, others: [], problems: [problem('older')] });
    await desk.pass();
    expect(desk.shown).toEqual(['newest']);
  });

  it('are not asked for when the user may not write any more', async () => {
    const desk = new Desk();
    await desk.pass();
    await desk.report(0);
    desk.store.end('You may read');
    desk.store.receive([foreign(2)]);
    await desk.pass();
    expect(desk.reports).toHaveLength(1);
  });
});
