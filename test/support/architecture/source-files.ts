import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Paths of the files below some folders of the repository, such as `src/main.ts`. A folder that is not there holds none. */
export function sourceFiles(...folders: readonly string[]): string[] {
  return folders.flatMap((folder) => {
    try {
      const entries = readdirSync(`${root}${folder}`, { withFileTypes: true, recursive: true });
      return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => `${parentPath.slice(root.length)}/${name}`);
    } catch {
      return [];
    }
  });
}

/** The text of a file of the repository. */
export function sourceText(path: string): string {
  return readFileSync(`${root}${path}`, 'utf8');
}
