import type { Command } from 'commander';
import { exitCode } from './failure.js';
import { complain, print } from './terminal.js';

export function addKeys(program: Command): void {
  const keys = program.command('keys').description('what protects secrets');
  keys
    .command('rotate-encryption')
    .description('seal anew what lies under a key of SLUICE_ENCRYPTION_KEY_PREVIOUS, beside running servers')
    .action(rotate);
}

/** Fails when something could not be opened, which is left as it is. */
async function rotate(): Promise<void> {
  const [{ withStorage }, { rotateEncryption }] = await Promise.all([import('./with-storage.js'), import('./rotate-encryption.js')]);
  const { resealed, unreadable } = await withStorage((storage) => rotateEncryption(storage, print));
  for (const line of unreadable) complain(line);
  print(`${resealed} sealed anew, ${unreadable.length} left that no known key opens`);
  if (unreadable.length > 0) process.exitCode = exitCode.failed;
}
