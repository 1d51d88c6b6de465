import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileFault } from '#kernel/text/fault-in-words.js';
import { CommandFailed } from '../../../failure.js';
import { problemLine, type ReadFile, type WorkflowFile } from './workflow-file.js';

/** The documents of a folder and its subfolders, by path. @throws CommandFailed with all problems of all files */
export async function readFolder(folder: string): Promise<readonly WorkflowFile[]> {
  return readFiles(await documentsIn(folder));
}

/** A file with its document, or with the problems of it. */
export type Inspected = ReadFile & { readonly path: string };

/** Each of some files. @throws CommandFailed when one cannot be read */
export async function inspectFiles(paths: readonly string[]): Promise<readonly Inspected[]> {
  const { readDocument } = await import('./read-document.js');
  return Promise.all(paths.map(async (path) => ({ path, ...readDocument(path, await textOf(path)) })));
}

/** The documents of some files. @throws CommandFailed with all problems of all files */
export async function readFiles(paths: readonly string[]): Promise<readonly WorkflowFile[]> {
  const read = await inspectFiles(paths);
  const problems = read.flatMap(({ path, problems: ofFile = [] }) => ofFile.map((each) => problemLine(path, each)));
  if (problems.length > 0) throw new CommandFailed(`Nothing was changed. These files have problems:\n${problems.join('\n')}`);
  return read.flatMap((each) => ('file' in each ? [each.file] : []));
}

/** What a link to nothing with such a name should have led to: a document, or a folder. */
const canHoldDocuments = /\.(json|ya?ml)$|^[^.]+$/i;

/**
 * Paths of JSON and YAML files, except hidden ones and those of packages. Links are followed.
 * @throws CommandFailed for a link to nothing in place of a document or a folder
 */
export async function documentsIn(folder: string): Promise<readonly string[]> {
  const paths = await pathsBelow(folder, []);
  return paths.filter((path) => /\.(json|ya?ml)$/i.test(path)).toSorted();
}

/** `above` are the folders on the way to this one: a link to one of them is not followed again. */
async function pathsBelow(folder: string, above: readonly string[]): Promise<readonly string[]> {
  const real = await realpath(folder).catch(unreadable(folder));
  if (above.includes(real)) return [];
  const entries = await readdir(folder, { withFileTypes: true }).catch(unreadable(folder));
  const shown = entries.filter(({ name }) => !name.startsWith('.') && name !== 'node_modules');
  const paths = shown.map(async (entry) => {
    const path = join(folder, entry.name);
    const onDead = canHoldDocuments.test(entry.name) ? unreadable(path) : () => undefined;
    const found = entry.isSymbolicLink() ? await stat(path).catch(onDead) : entry;
    if (found?.isDirectory()) return pathsBelow(path, [...above, real]);
    return found?.isFile() ? [path] : [];
  });
  return (await Promise.all(paths)).flat();
}

async function textOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(unreadable(path));
}

const unreadable =
  (path: string) =>
  (error: unknown): never => {
    throw new CommandFailed(fileFault(path, error), { cause: error });
  };
