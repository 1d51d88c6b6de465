import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { isDuplicate, openKeeper } from './draft-keeper.js';

/** The storage of a browser, as far as it is used here. */
class Storage {
  isFull = false;
  getItem(name: string): string | null {
    return Object.hasOwn(this, `:${name}`) ? (Reflect.get(this, `:${name}`) as string) : null;
  }
  setItem(name: string, text: string): void {
    if (this.isFull) throw new Error('The quota is exceeded');
    Reflect.set(this, `:${name}`, text);
  }
}

describe('what keeps the edits of a page', () => {
  const storage = new Storage();
  beforeEach(() => {
    Object.assign(globalThis, { localStorage: storage, sessionStorage: new Storage() });
  });
  afterEach(() => {
    for (const name of ['localStorage', 'sessionStorage']) Reflect.deleteProperty(globalThis, name);
  });

  it('hands them to the next store of the page, also when it was opened by its address', async () => {
    const entries = jest.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type: 'navigate' } as unknown as PerformanceEntry]);
    const queue = [{ editId: 'e', label: 'Rename', operations: [{ op: 'rename', id: 'a', name: 'one' } as const], at: 0 }];
    expect((await openKeeper('u', 'v')).save({ queue, undo: [], redo: [] })).toBe(true);
    expect((await openKeeper('u', 'v')).load()).toMatchObject([{ queue }]);
    entries.mockRestore();
  });

  it('is another one in a duplicated tab, and the same after a reload and on the way back', () => {
    const held = [{ name: 'sluice.draft.u.w.tab' }];
    expect(isDuplicate('tab', 'navigate', [])).toBe(true);
    expect(isDuplicate('tab', 'back_forward', held)).toBe(true);
    expect(isDuplicate('tab', 'back_forward', [{ name: 'sluice.draft.u.w.other' }])).toBe(false);
    expect(isDuplicate('tab', 'reload', held)).toBe(false);
  });

  it('hands them over without room in the browser', async () => {
    const queue = [{ editId: 'e', label: 'Rename', operations: [{ op: 'rename', id: 'a', name: 'one' } as const], at: 0 }];
    storage.isFull = true;
    expect((await openKeeper('u', 'w')).save({ queue, undo: [], redo: [] })).toBe(false);
    const next = await openKeeper('u', 'w');
    expect(next.load()).toMatchObject([{ queue }]);
    storage.isFull = false;
    expect(next.save({ queue: [], undo: [], redo: [] })).toBe(true);
    expect(next.load()).toMatchObject([{ queue: [] }]);
  });
});
