import { expect, it } from '@jest/globals';
import type { DraftSnapshot, Saving } from '../store/draft-store.js';
import { savedRevision } from './saved-revision.js';

/** A store whose states the test decides. */
function aStore(saving: Saving, revision = 3) {
  const readers = new Set<() => void>();
  let now = { saving, revision } as DraftSnapshot;
  const calls = { flushed: 0 };
  return {
    calls,
    readers,
    get: () => now,
    flush: () => void (calls.flushed += 1),
    subscribe(tell: () => void) {
      readers.add(tell);
      return () => readers.delete(tell);
    },
    become(next: Partial<DraftSnapshot>) {
      now = { ...now, ...next };
      for (const tell of readers) tell();
    },
  };
}

it('is the present revision when nothing waits', async () => {
  const store = aStore('saved');
  expect(await savedRevision(store)).toBe(3);
  expect(store.readers.size).toBe(0);
});

it('sends what waits and is the revision that has it', async () => {
  const store = aStore('waiting');
  const revision = savedRevision(store);
  expect(store.calls.flushed).toBe(1);
  store.become({ saving: 'saving' });
  store.become({ revision: 4 });
  store.become({ saving: 'saved', revision: 5 });
  expect(await revision).toBe(5);
  expect(store.readers.size).toBe(0);
});

it('is refused while the server is not reached, and when the draft is not saved any more', async () => {
  const store = aStore('waiting');
  const revision = savedRevision(store);
  store.become({ saving: 'unreached' });
  await expect(revision).rejects.toThrow('The server is not reached');
  await expect(savedRevision(aStore('ended'))).rejects.toThrow('not saved any more');
});
