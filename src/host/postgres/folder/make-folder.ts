import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it, for their owner only. One that is there stays as it is. The recursive `mkdir` of Node never ends where the system
 * makes no folders, such as below `/proc`.
 * @returns the first folder that was not there
 */
export async function makeFolder(folder: string): Promise<string | undefined> {
  try {
    return await make(folder);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || dirname(folder) === folder) throw error;
  }
  const first = await makeFolder(dirname(folder));
  const own = await make(folder);
  return first ?? own;
}

async function make(folder: string): Promise<string | undefined> {
  try {
    await mkdir(folder, { mode: 0o700 });
    return folder;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return undefined;
    throw error;
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
