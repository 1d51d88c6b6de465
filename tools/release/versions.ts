import { readFileSync } from 'node:fs';

const root = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const versionOf = (path: string): string => (JSON.parse(read(path)) as { version: string }).version;

/** The version that each package names, by the path of the file that names it. */
export function packageVersions(): Readonly<Record<string, string>> {
  return {
    'package.json': versionOf('package.json'),
    'package-lock.json': versionOf('package-lock.json'),
    'clients/typescript/package.json': versionOf('clients/typescript/package.json'),
    'console/package.json': versionOf('console/package.json'),
    'clients/python/pyproject.toml': /^version = "(.+)"$/m.exec(read('clients/python/pyproject.toml'))?.[1] ?? 'none',
  };
}
