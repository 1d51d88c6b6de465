import type { DraftStore } from '../store/draft-store.js';

/**
 * The revision that has all edits of the user: what waits is sent before.
 * @throws Error when the edits cannot be sent now
 */
export function savedRevision(store: Pick<DraftStore, 'get' | 'subscribe' | 'flush'>): Promise<number> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      const { saving, revision, ended } = store.get();
      if (saving === 'waiting' || saving === 'saving') return;
      stop();
      if (saving === 'saved') resolve(revision);
      else if (saving === 'ended') reject(new Error(`The draft is not saved any more: ${ended ?? 'it was closed'}`));
      else reject(new Error('The server is not reached. Try again when your edits are saved.'));
    };
    const stop = store.subscribe(look);
    store.flush();
    look();
  });
}
