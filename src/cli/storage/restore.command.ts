import { Option, type Command } from 'commander';
import type { RestoreBackupOptions } from '#ledger/backup/restore-backup.js';
import { EveryFewSeconds } from './every-few-seconds.js';
import { thousands } from '../text/progress-text.js';
import { complain, print } from '../terminal.js';
import { decrypterOf, type DecryptionFlags } from './backup-secret.js';

export function addRestore(program: Command): void {
  program
    .command('restore')
    .description('restore a backup into an empty database, completely or not at all')
    .argument('<file>', 'a file that backup has written')
    .addOption(new Option('--identity <file>', 'decrypt the file with the age identities in this file').conflicts('passphraseFile'))
    .option('--passphrase-file <file>', 'decrypt the file with the passphrase in this file')
    .action(restore);
}

async function restore(file: string, flags: DecryptionFlags): Promise<void> {
  const [{ withStorage }, { restoreBackup }, { openByteStore }, { SecretBox }] = await Promise.all([
    import('./with-storage.js'),
    import('#ledger/backup/restore-backup.js'),
    import('#ledger/objects/open-byte-store.js'),
    import('#host/secrets/secret-box.js'),
  ]);
  const decrypter = await decrypterOf(flags);
  await withStorage(async ({ connectionString, encryptionKey, clock, config, filesDir }) => {
    const files = await openByteStore(config, filesDir);
    const lines = new EveryFewSeconds(complain, clock);
    const options: RestoreBackupOptions = {
      connectionString,
      path: file,
      decrypter,
      keyIds: [encryptionKey, ...config.formerEncryptionKeys].map((key) => new SecretBox(key).keyId),
      files,
      onProgress: ({ what, read, size }) => lines.say(`${Math.floor((read / size) * 100)} % of the file read, now ${what}`),
    };
    try {
      const { header, footer } = await restoreBackup(options);
      if (!header.files.included && header.files.count > 0)
        complain(`${thousands(header.files.count)} stored files are not in the backup: restore their folder or bucket as well.`);
      if (config.databaseUrl === undefined && config.encryptionKey !== undefined)
        complain('Start the server with the same SLUICE_ENCRYPTION_KEY: the data folder does not contain it.');
      print(
        `Restored ${thousands(footer.rows)} rows of ${footer.tables} tables and ${thousands(footer.files)} stored files, as of ${header.createdAt}`,
      );
    } finally {
      await files.close();
    }
  }, 'nothing');
}
