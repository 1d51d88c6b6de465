import { useSyncExternalStore } from 'react';

function subscribe(tell: () => void): () => void {
  const stop = new AbortController();
  for (const name of ['online', 'offline']) addEventListener(name, tell, { signal: stop.signal });
  return () => stop.abort();
}

export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine);
}
