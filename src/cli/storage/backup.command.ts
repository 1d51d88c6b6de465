import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import type { MadeBackup, MakeBackupOptions } from '#ledger/backup/make-backup.js';
import { CommandFailed } from '../failure.js';
import { EveryFewSeconds } from '../every-few-seconds.js';
import { thousands } from '../progress-text.js';
import { packageVersion } from '../package-version.js';
import { complain, print } from '../terminal.js';

interface BackupFlags {
  readonly withFiles?: boolean;
  readonly json?: boolean;
}

export function addBackup(program: Command): void {
  program
    .command('backup')
    .description('write the content of the database into one file, beside running servers')
    .argument('<file>', 'the file to create')
    .option('--with-files', 'include stored files')
    .option('--json', 'print the result as JSON')
    .action(backup);
}

async function backup(file: string, { withFiles = false, json = false }: BackupFlags): Promise<void> {
  if (existsSync(file)) throw new CommandFailed(`${file} exists already; a backup overwrites nothing`);
  const [{ withStorage }, { makeBackup }, { BackupRefused }, { openByteStore }, { migrations }] = await Promise.all([
    import('./with-storage.js'),
    import('#ledger/backup/make-backup.js'),
    import('#ledger/backup/backup-refused.js'),
    import('#ledger/objects/open-byte-store.js'),
    import('#ledger/database/migrations/index.js'),
  ]);
  await withStorage(async ({ connectionString, secretBox, clock, config, filesDir }) => {
    const files = withFiles ? await openByteStore(config, filesDir) : undefined;
    const lines = new EveryFewSeconds(complain, clock);
    const options: MakeBackupOptions = {
      connectionString,
      path: file,
      release: { version: packageVersion(), migrations: migrations.map(({ name }) => name) },
      keyId: secretBox.keyId,
      files,
      now: clock.now(),
      onProgress: ({ what, bytes }) => lines.say(`${megabytes(bytes)} MB written, now ${what}`),
    };
    try {
      const made = await makeBackup(options);
      for (const line of cautions(made)) complain(line);
      print(json ? JSON.stringify(asJson(file, made)) : inWords(file, made));
    } catch (error) {
      throw error instanceof BackupRefused ? new CommandFailed(error.message, { cause: error }) : error;
    } finally {
      await files?.close();
    }
  });
}

function inWords(file: string, { header, footer, bytes }: MadeBackup): string {
  const files = header.files.included ? ` and ${thousands(footer.files)} stored files` : '';
  const { tx, pos } = header.position;
  return `${file}: ${thousands(footer.rows)} rows of ${footer.tables} tables${files} at position ${tx}.${pos}, ${megabytes(bytes)} MB`;
}

function asJson(file: string, { header, footer, bytes, missingFiles }: MadeBackup): object {
  const { createdAt, position, sluice, files } = header;
  return { file, bytes, createdAt, sluice, position, ...footer, filesIncluded: files.included, missingFiles };
}

/** What the backup does not contain. */
function cautions({ header: { files }, missingFiles }: MadeBackup): string[] {
  const left = `${thousands(files.count)} stored files (${megabytes(files.bytes)} MB) are not in the backup: copy their folder or bucket as well, or use --with-files.`;
  return [
    ...missingFiles.map((location) => `A stored file is not in the backup, because it was deleted meanwhile or is lost: ${location}`),
    ...(files.included || files.count === 0 ? [] : [left]),
    'The encryption key is not in the backup: store SLUICE_ENCRYPTION_KEY, or the file encryption-key of the data folder, in another safe place.',
  ];
}

function megabytes(bytes: number): string {
  return (bytes / 1024 ** 2).toFixed(1);
}
