import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileFault } from '#kernel/text/fault-in-words.js';
import { CommandFailed } from '../../../failure.js';
import type { WorkflowFile } from './workflow-file.js';

/** The documents of a folder and its subfolders, by path. @throws CommandFailed with all problems of all files */
export async function readFolder(folder: string): Promise<readonly WorkflowFile[]> {
  return readFiles(await documentsIn(folder));
}

/** The documents of some files. @throws CommandFailed with all problems of all files */
export async function readFiles(paths: readonly string[]): Promise<readonly WorkflowFile[]> {
  const { readDocument } = await import('./read-document.js');
  const read = await Promise.all(paths.map(async (path) => readDocument(path, await textOf(path))));
  const problems = read.flatMap((each) => each.problems ?? []);
  if (problems.length > 0) throw new CommandFailed(`Nothing was changed. These files have problems:\n${problems.join('\n')}`);
  return read.flatMap((each) => ('file' in each ? [each.file] : []));
}

/** Paths of JSON and YAML files, except hidden ones. */
export async function documentsIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(unreadable(folder));
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const isShown = (path: string): boolean => !/(^|[/\\])(\.|node_modules[/\\])/.test(path.slice(folder.length));
  return paths.filter((path) => /\.(json|ya?ml)$/i.test(path) && isShown(path)).toSorted();
}

async function textOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(unreadable(path));
}

const unreadable =
  (path: string) =>
  (error: unknown): never => {
    throw new CommandFailed(fileFault(path, error), { cause: error });
  };
