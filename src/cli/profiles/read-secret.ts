import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';
import { Writable } from 'node:stream';
import { CommandFailed } from '../failure.js';

/** A secret: typed at a terminal, where it is not shown, or else the whole of standard input without a final line break. @throws CommandFailed when it is empty */
export async function readSecret(question: string): Promise<string> {
  const secret = (process.stdin.isTTY ? await typed(question) : await text(process.stdin)).replace(/\r?\n$/, '');
  if (secret.trim() === '') throw new CommandFailed('Nothing was entered. Type the value, or pass it on standard input.');
  return secret;
}

async function typed(question: string): Promise<string> {
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  terminal.on('SIGINT', () => process.exit(130));
  return terminal.question('').finally(() => {
    terminal.close();
    process.stderr.write('\n');
  });
}
