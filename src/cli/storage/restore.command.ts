import type { Command } from 'commander';
import type { RestoreBackupOptions } from '#ledger/backup/restore-backup.js';
import { CommandFailed } from '../failure.js';
import { EveryFewSeconds } from '../every-few-seconds.js';
import { thousands } from '../progress-text.js';
import { complain, print } from '../terminal.js';

export function addRestore(program: Command): void {
  program
    .command('restore')
    .description('restore a backup into an empty database, completely or not at all')
    .argument('<file>', 'a file that backup has written')
    .action(restore);
}

async function restore(file: string): Promise<void> {
  const [{ withStorage }, { restoreBackup }, { BackupRefused }, { openByteStore }, { SecretBox }] = await Promise.all([
    import('./with-storage.js'),
    import('#ledger/backup/restore-backup.js'),
    import('#ledger/backup/backup-refused.js'),
    import('#ledger/objects/open-byte-store.js'),
    import('#host/secrets/secret-box.js'),
  ]);
  await withStorage(async ({ connectionString, encryptionKey, clock, config, filesDir }) => {
    const files = await openByteStore(config, filesDir);
    const lines = new EveryFewSeconds(complain, clock);
    const options: RestoreBackupOptions = {
      connectionString,
      path: file,
      keyIds: [encryptionKey, ...config.formerEncryptionKeys].map((key) => new SecretBox(key).keyId),
      files,
      onProgress: ({ what, read, size }) => lines.say(`${Math.floor((read / size) * 100)} % of the file read, now ${what}`),
    };
    try {
      const { header, footer } = await restoreBackup(options);
      if (!header.files.included && header.files.count > 0)
        complain(`${thousands(header.files.count)} stored files are not in the backup: restore their folder or bucket as well.`);
      print(
        `Restored ${thousands(footer.rows)} rows of ${footer.tables} tables and ${thousands(footer.files)} stored files, as of ${header.createdAt}`,
      );
    } catch (error) {
      throw error instanceof BackupRefused ? new CommandFailed(error.message, { cause: error }) : error;
    } finally {
      await files.close();
    }
  }, 'nothing');
}
