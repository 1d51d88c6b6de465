import { newId } from '../../api/new-id.js';
import { forgetContent } from '../../api/kept-content.js';
import type { Kept } from './draft-state.js';
import type { DraftKeeper } from './draft-store.js';

const prefix = 'sluice.draft.';
const tabName = 'sluice.tab';
/** Without locks, a tab that has kept nothing for so long counts as closed. */
const silentMs = 60_000;

interface Entry extends Kept {
  readonly at: number;
}

/** The id of this tab, decided once: the page that is loaded holds the lock of its entries until it ends. */
let tabOfPage: Promise<string> | undefined;

/** Entries for which the storage has no room. The next store of this page finds them. */
const unstored = new Map<string, Entry>();

/**
 * Keeps the edits of this tab in the storage of the browser, and takes over those of tabs that have ended. A page that is loaded again in
 * the same tab finds its own.
 */
export async function openKeeper(userId: string, workflowId: string): Promise<DraftKeeper> {
  tabOfPage ??= ownTab();
  const begin = `${prefix}${userId}.${workflowId}.`;
  const own = begin + (await tabOfPage);
  holdLock(own);
  const ended = await endedEntries(begin, own);
  return {
    load: () => [...ended, own].flatMap((name) => unstored.get(name) ?? read(name) ?? []),
    save(kept) {
      const entry = { ...kept, at: Date.now() };
      if (!write(own, entry)) {
        forgetContent(own);
        if (!write(own, entry)) {
          unstored.set(own, entry);
          return false;
        }
      }
      unstored.delete(own);
      for (const name of ended.splice(0)) localStorage.removeItem(name);
      return true;
    },
  };
}

/** The storage of a session belongs to one tab and survives a reload. */
async function ownTab(): Promise<string> {
  const known = sessionStorage.getItem(tabName);
  const [navigation] = performance.getEntriesByType('navigation') as unknown as readonly PerformanceNavigationTiming[];
  const { locks } = navigator as { readonly locks?: LockManager };
  const { held = [] } = (await locks?.query()) ?? {};
  const tab = known === null || isDuplicate(known, navigation?.type, held) ? newId() : known;
  sessionStorage.setItem(tabName, tab);
  return tab;
}

/** Whether a tab has a copy of the storage of another one. Chromium restores a duplicated tab as it goes back, while the other has its lock. */
export function isDuplicate(tab: string, type: string | undefined, held: readonly { readonly name?: string }[]): boolean {
  return type === 'navigate' || (type === 'back_forward' && held.some(({ name }) => name?.endsWith(`.${tab}`)));
}

/** The lock is held until the page ends, however it ends. A page that is loaded again waits for the one before it. */
function holdLock(name: string): void {
  // Browsers have locks in secure contexts only.
  const { locks } = navigator as { readonly locks?: LockManager };
  void locks?.request(name, () => new Promise<void>(() => undefined));
}

async function endedEntries(begin: string, own: string): Promise<string[]> {
  const names = Object.keys(localStorage).filter((name) => name.startsWith(begin) && name !== own);
  const { locks } = navigator as { readonly locks?: LockManager };
  if (locks === undefined) return names.filter((name) => (read(name)?.at ?? 0) < Date.now() - silentMs);
  const { held = [], pending = [] } = await locks.query();
  const open = new Set([...held, ...pending].map(({ name }) => name));
  return names.filter((name) => !open.has(name));
}

function read(name: string): Entry | undefined {
  const text = localStorage.getItem(name);
  if (text === null) return undefined;
  try {
    return JSON.parse(text) as Entry;
  } catch {
    return undefined;
  }
}

/** Steps of undo give way when the storage is full: edits that are not sent matter more. @returns whether the entry is kept */
function write(name: string, entry: Entry): boolean {
  const smaller = [entry, { ...entry, undo: entry.undo.slice(-20), redo: [] }, { ...entry, undo: [], redo: [] }];
  return smaller.some((each) => isStored(name, each));
}

function isStored(name: string, entry: Entry): boolean {
  try {
    localStorage.setItem(name, JSON.stringify(entry));
    return true;
  } catch {
    return false;
  }
}
