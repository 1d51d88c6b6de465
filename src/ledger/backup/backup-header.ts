import type { BackupHeader } from './backup-format.js';
import { BackupRefused } from './backup-refused.js';

const name = /^[a-z][a-z0-9_]{0,62}$/;
const bound = /^FOR VALUES FROM \('[0-9a-f-]{10,36}'\) TO \('[0-9a-f-]{10,36}'\)$/;

/**
 * Whether this release, with its migrations and its encryption keys, can restore a backup. What the header names becomes part
 * of SQL, so it is looked at as what a stranger may have written. @throws BackupRefused
 */
export function acceptHeader(
  header: BackupHeader,
  ours: { readonly migrations: readonly string[]; readonly keyIds: readonly string[] },
): void {
  const unknown = header.migrations.filter((migration) => !ours.migrations.includes(migration));
  if (unknown.length > 0) {
    throw new BackupRefused(
      `The backup was made by a newer release: Sluice ${header.sluice}, with ${unknown[0] ?? ''}, which is unknown here. Restore it with that release.`,
    );
  }
  if (!ours.keyIds.includes(header.keyId)) {
    throw new BackupRefused(
      'The secrets in the backup are sealed with another encryption key. Set SLUICE_ENCRYPTION_KEY to the key of the installation that it was made of (with the embedded database: the file encryption-key in its data folder).',
    );
  }
  const names = header.tables.flatMap((table) => [table.name, ...table.columns, ...(table.part === null ? [] : [table.part.of])]);
  const strange = [...names, ...header.sequences.map((sequence) => sequence.name)].find((each) => !name.test(each));
  if (strange !== undefined) throw new BackupRefused(`The backup names something that no release has made: ${JSON.stringify(strange)}`);
}

/** The values of a month. @throws BackupRefused when they are something else */
export function boundOfMonth(text: string): string {
  if (bound.test(text)) return text;
  throw new BackupRefused(`The backup has a part of a table with values that no release has made: ${JSON.stringify(text)}`);
}
