import type { Hash } from 'node:crypto';

/**
 * A backup is a file of frames: the magic line, a header, the items one after the other (a begin, data, an end each) and a footer. A frame
 * is one byte that says its kind, four that say its length, and its content: JSON, or a part of the data, compressed with zstd for itself.
 */
export const magic = Buffer.from('SLUICE BACKUP 1\n');

export const frameKind = { header: 1, begin: 2, data: 3, end: 4, footer: 5 } as const;
export type FrameKind = (typeof frameKind)[keyof typeof frameKind];
export const kindBytes = 5;

/** Data is cut into parts of about so many bytes before it is compressed. */
export const partBytes = 1024 * 1024;
/** No frame is longer; what claims to be is damaged. */
export const mostFrameBytes = 64 * 1024 * 1024;

export interface BackedUpTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** Of which table it is a part, and of which values; null when the table is not a partition. */
  readonly part: { readonly of: string; readonly bound: string } | null;
}

/** All that the header says was read in the same snapshot as the rows. */
export interface BackupHeader {
  readonly sluice: string;
  readonly createdAt: string;
  /** Those that have run, by name. */
  readonly migrations: readonly string[];
  /** Which encryption key the secrets are sealed with, see `SecretBox.keyId`. */
  readonly keyId: string;
  /** The newest event. */
  readonly position: { readonly tx: string; readonly pos: string };
  /** No event, and no place of anybody who follows the events, is of a later transaction. */
  readonly highestTx: string;
  readonly tables: readonly BackedUpTable[];
  readonly sequences: readonly { readonly name: string; readonly value: string; readonly called: boolean }[];
  /** Files that the tables name, and whether their bytes are in here. */
  readonly files: { readonly included: boolean; readonly count: number; readonly bytes: number };
}

/** *table*: rows as COPY writes them as text. *file*: the bytes of a stored object, by their location. */
export interface ItemBegin {
  readonly kind: 'table' | 'file';
  readonly name: string;
}

export interface ItemEnd {
  readonly rows: number;
  readonly bytes: number;
  /** Of the data before it was compressed, in hexadecimal. */
  readonly sha256: string;
}

export interface BackupFooter {
  readonly tables: number;
  readonly rows: number;
  readonly files: number;
  /** Of all bytes of the file before this frame, and of the counts. In hexadecimal. */
  readonly sha256: string;
}

export type BackupCounts = Omit<BackupFooter, 'sha256'>;

/** The footer behind what has gone into a hash, which is used up. */
export function footerOf({ tables, rows, files }: BackupCounts, before: Hash): BackupFooter {
  const counts = { tables, rows, files };
  return { ...counts, sha256: before.update(JSON.stringify(counts)).digest('hex') };
}
