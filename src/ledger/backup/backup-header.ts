import { Baseline1763602350000, lastOfSnapshots } from '#ledger/database/migrations/1763602350000-baseline.js';
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
  const unknown = schemaOf(header).find((migration) => !ours.migrations.includes(migration));
  if (unknown !== undefined) throw new BackupRefused(otherSchema(header, unknown, ours.migrations));
  if (!ours.keyIds.includes(header.keyId)) {
    throw new BackupRefused(
      'The secrets in the backup are sealed with another encryption key. Set SLUICE_ENCRYPTION_KEY to the key of the installation that it was made of (with the embedded database: the file encryption-key in its data folder).',
    );
  }
  const names = header.tables.flatMap((table) => [table.name, ...table.columns, ...(table.part === null ? [] : [table.part.of])]);
  const strange = [...names, ...header.sequences.map((sequence) => sequence.name)].find((each) => !name.test(each));
  if (strange !== undefined) throw new BackupRefused(`The backup names something that no release has made: ${JSON.stringify(strange)}`);
}

/** The migrations that make the schema of a backup. The last snapshot before 0.1.0 made that of 0.1.0 by migrations of other names. */
export function schemaOf({ migrations }: Pick<BackupHeader, 'migrations'>): readonly string[] {
  return migrations.includes(lastOfSnapshots) ? [Baseline1763602350000.name] : migrations;
}

function otherSchema({ sluice }: BackupHeader, migration: string, ours: readonly string[]): string {
  const isNewer = ours.every((known) => numberOf(known) < numberOf(migration));
  return isNewer
    ? `The schema of the backup is newer than the one of this release: Sluice ${sluice}, with ${migration}, which is unknown here. Restore it with that release.`
    : `The backup has the schema of an unreleased snapshot (${migration}), which no release has. Restore it with that snapshot, start the last snapshot before 0.1.0 on it, and make the backup again.`;
}

/** The moment at the end of the name of a migration. */
function numberOf(migration: string): number {
  return Number(/\d*$/.exec(migration)?.[0]);
}

/** The values of a month. @throws BackupRefused when they are something else */
export function boundOfMonth(text: string): string {
  if (bound.test(text)) return text;
  throw new BackupRefused(`The backup has a part of a table with values that no release has made: ${JSON.stringify(text)}`);
}
