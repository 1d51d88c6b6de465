/** A file of the package, by its path below the folder of package.json; the same from sources and when compiled. */
export function projectFile(path: string): URL {
  const above = import.meta.url.includes('/dist/src/host/') ? '../../../' : '../../';
  return new URL(`${above}${path}`, import.meta.url);
}
