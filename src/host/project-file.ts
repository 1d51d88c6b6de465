import { existsSync } from 'node:fs';

/** A file of the package, by its path below the folder of package.json; the same from sources and when compiled. */
export function projectFile(path: string): URL {
  const above = import.meta.url.includes('/dist/src/host/') ? '../../../' : '../../';
  return new URL(`${above}${path}`, import.meta.url);
}

/** Whether the pages of the console were built: without them, an address of a page leads nowhere. */
export function hasConsoleBuild(): boolean {
  return existsSync(projectFile('console/dist/index.html'));
}
