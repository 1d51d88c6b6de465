import { wholeLines } from '#host/whole-lines.js';
import { ExportBroken } from './export-broken.js';
import { ExportCheck, type CheckedExport } from './export-check.js';

/** Checks files that follow each other. Needs neither a server nor a database, and reads each once. @throws ExportBroken */
export async function verifyExports(files: readonly string[]): Promise<CheckedExport> {
  const check = new ExportCheck();
  for (const file of files) {
    const broken = (message: string): Error => new ExportBroken(`${file}: ${message}`);
    for await (const line of wholeLines(file, broken)) check.take(line);
  }
  return check.finish();
}
