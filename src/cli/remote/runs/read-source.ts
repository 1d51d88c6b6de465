import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { fileFault } from '#kernel/text/fault-in-words.js';
import { CommandFailed } from '../../failure.js';

/** The text of a file, or of standard input for `-`. @throws CommandFailed when it cannot be read */
export async function readSource(source: string): Promise<string> {
  if (source === '-') return text(process.stdin);
  return readFile(source, 'utf8').catch((error: unknown) => {
    throw new CommandFailed(fileFault(source, error), { cause: error });
  });
}
