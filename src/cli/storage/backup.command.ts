import { existsSync } from 'node:fs';
import { Option, type Command } from 'commander';
import type { MadeBackup, MakeBackupOptions } from '#ledger/backup/make-backup.js';
import { CommandFailed } from '../failure.js';
import { EveryFewSeconds } from './every-few-seconds.js';
import { thousands } from '../text/progress-text.js';
import { packageVersion } from '#host/program/package-version.js';
import { complain, print } from '../terminal.js';
import { encrypterOf, type EncryptionFlags } from './backup-secret.js';

interface BackupFlags extends EncryptionFlags {
  readonly withFiles?: boolean;
  readonly json?: boolean;
}

export function addBackup(program: Command): void {
  program
    .command('backup')
    .description('write the content of the database into one file, beside running servers')
    .argument('<file>', 'the file to create')
    .option('--with-files', 'include stored files')
    .addOption(
      new Option('--encrypt-to <recipient>', 'encrypt the file for an age recipient (age1…); repeat for more')
        .argParser(gathered)
        .conflicts('passphraseFile'),
    )
    .option('--passphrase-file <file>', 'encrypt the file with the passphrase in this file')
    .option('--json', 'print the result as JSON')
    .action(backup);
}

function gathered(recipient: string, former: readonly string[] | undefined): readonly string[] {
  return [...(former ?? []), recipient];
}

async function backup(file: string, { withFiles = false, json = false, ...flags }: BackupFlags): Promise<void> {
  if (existsSync(file)) throw new CommandFailed(`${file} exists already; a backup overwrites nothing`);
  const [{ withStorage }, { makeBackup }, { openByteStore }, { migrations }, { keyIdOfDatabase }] = await Promise.all([
    import('./with-storage.js'),
    import('#ledger/backup/make-backup.js'),
    import('#ledger/objects/open-byte-store.js'),
    import('#ledger/database/migrations/index.js'),
    import('#modules/identity/index.js'),
  ]);
  const encrypter = await encrypterOf(flags);
  await withStorage(async ({ connectionString, secretBox, clock, config, filesDir }) => {
    const files = withFiles ? await openByteStore(config, filesDir) : undefined;
    const lines = new EveryFewSeconds(complain, clock);
    const options: MakeBackupOptions = {
      connectionString,
      path: file,
      encrypter,
      release: { version: packageVersion(), migrations: migrations.map(({ name }) => name) },
      keyIdIn: (client) => keyIdOfDatabase(client, secretBox),
      files,
      now: clock.now(),
      onProgress: ({ what, bytes }) => lines.say(`${megabytes(bytes)} MB written, now ${what}`),
    };
    try {
      const made = await makeBackup(options);
      for (const line of cautions(made)) complain(line);
      print(json ? JSON.stringify(asJson(file, made, encrypter !== undefined)) : inWords(file, made));
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

function asJson(file: string, { header, footer, bytes, missingFiles }: MadeBackup, encrypted: boolean): object {
  const { createdAt, position, sluice, files } = header;
  return { file, bytes, encrypted, createdAt, sluice, position, ...footer, filesIncluded: files.included, missingFiles };
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
