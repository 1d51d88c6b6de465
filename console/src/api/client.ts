import { SluiceClient } from '@sluice/client';
import { newBuild, sessionEnd } from './shared.js';

const own = document.querySelector<HTMLMetaElement>('meta[name="sluice-build"]')?.content;

/** Whether the page is being closed: browsers then cancel requests that are not to outlive it. */
let isLeaving = false;
addEventListener('pagehide', () => (isLeaving = true));
addEventListener('pageshow', () => (isLeaving = false));

/** Every request of the console goes through it, with the cookie of the session. */
export const api = new SluiceClient({
  baseUrl: location.origin,
  credentials: 'same-origin',
  maxRetries: 2,
  fetch: async (input, init) => {
    const response = await fetch(input, isLeaving ? { ...init, keepalive: true } : init);
    const current = response.headers.get('x-sluice-build');
    if (own !== undefined && current !== null && current !== own && !newBuild.get()) newBuild.set(true);
    return response;
  },
});

/** For answers that are files: they take as long as they are large. The limit includes the reading of the body. */
export const longTransfer = { timeoutMs: 24 * 60 * 60_000 };

/** Browsers open six connections to a server for all tabs together, and each stream takes one as long as it is open. */
const streams = ['stream 1', 'stream 2', 'stream 3'];

/**
 * Follows something, with a stream that stays open in a few tabs at the same time. In other tabs it may not stay: it reads what there is and ends,
 * and is begun again after a while.
 */
export async function withStream(follow: (mayStay: boolean) => Promise<void>): Promise<void> {
  // Browsers have no locks on plain HTTP outside of localhost.
  if (!('locks' in navigator)) return follow(true);
  for (const name of streams) {
    const isOver = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock === null) return false;
      await follow(true);
      return true;
    });
    if (isOver) return;
  }
  await follow(false);
}

/**
 * Starts what follows something while the page is in view, and stops it when the page is hidden. It is started again, where it has ended, when
 * the network is back and when the person has signed in again.
 * @returns what ends it
 */
export function whileVisible({ start, stop }: { readonly start: () => void; readonly stop: () => void }): () => void {
  const onChange = (): void => (document.hidden ? stop() : start());
  document.addEventListener('visibilitychange', onChange);
  addEventListener('online', onChange);
  const unsubscribe = sessionEnd.subscribe(() => {
    if (!sessionEnd.get()) onChange();
  });
  onChange();
  return () => {
    document.removeEventListener('visibilitychange', onChange);
    removeEventListener('online', onChange);
    unsubscribe();
    stop();
  };
}
