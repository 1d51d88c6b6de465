import { wholeLines } from '#host/whole-lines.js';
import { ExportBroken } from './export-broken.js';
import { ExportCheck, type CheckedExport } from './export-check.js';

/** Checks consecutive files without a server or a database. Reads each file once. @throws ExportBroken */
export async function verifyExports(files: readonly string[]): Promise<CheckedExport> {
  const check = new ExportCheck();
  for (const file of files) {
    const broken = (message: string): Error => new ExportBroken(`${file}: ${message}`);
    for await (const line of wholeLines(file, broken)) check.take(line);
  }
  return check.finish();
}
