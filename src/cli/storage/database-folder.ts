import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Config } from '#host/config/config.js';

/** The folder where the embedded database is, or will be. Nothing is created. */
export function dataFolderOf({ dataDir }: Pick<Config, 'dataDir'>): string {
  const usual = resolve('.sluice');
  const elsewhere = join(usual, 'data');
  return dataDir ?? (existsSync(elsewhere) ? elsewhere : usual);
}

/** Whether a server has been started with this folder. */
export function hasDatabase(folder: string): boolean {
  return existsSync(join(folder, 'postgres'));
}
