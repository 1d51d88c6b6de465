import { unwatchFile, watchFile } from 'node:fs';

/** Files are compared by time and size, since folders that are mounted into a container send no notices. */
const comparedEveryMs = 1_000;

/**
 * Calls back when a file has changed, has appeared or has gone, and on SIGHUP. Without a file, on SIGHUP only.
 * @returns how to stop
 */
export function onFileChanged(path: string | undefined, changed: () => void): () => void {
  process.on('SIGHUP', changed);
  if (path !== undefined) watchFile(path, { interval: comparedEveryMs, persistent: false }, changed);
  return () => {
    process.off('SIGHUP', changed);
    if (path !== undefined) unwatchFile(path, changed);
  };
}
