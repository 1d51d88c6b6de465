import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CommandFailed } from '../failure.js';

type Input = NodeJS.ReadableStream & { readonly isTTY?: boolean };

/**
 * A secret: typed at a terminal, where it is not shown, or else the whole of standard input without a final line break.
 * @throws CommandFailed when it is empty, or several lines were pasted into a terminal
 */
export async function readSecret(question: string, input: Input = process.stdin): Promise<string> {
  const secret = (input.isTTY === true ? await typed(question, input) : await text(input)).replace(/\r?\n$/, '');
  if (secret.trim() === '') throw new CommandFailed('Nothing was entered. Type the value, or pass it on standard input.');
  return secret;
}

async function typed(question: string, input: Input): Promise<string> {
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input, output: silent, terminal: true });
  terminal.on('SIGINT', () => process.exit(130));
  let more = 0;
  terminal.on('line', () => (more += 1));
  try {
    const line = await terminal.question('').catch(nothingAtItsEnd);
    // What was pasted with the line has arrived with it.
    await nextTurn();
    if (more > 0 || terminal.line !== '')
      throw new CommandFailed('The value has several lines: pass it on standard input, from a file with < or from a program with |');
    return line;
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}

/** Ctrl-D in place of an answer. */
function nothingAtItsEnd(error: unknown): string {
  if (error instanceof Error && error.name === 'AbortError') return '';
  throw error;
}
