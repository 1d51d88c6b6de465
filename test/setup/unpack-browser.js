import chromium, { inflate } from '@sparticuz/chromium';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * Unpacks the browser of the tests with its libraries and its font into the folder that `TMPDIR` names, where its package puts
 * everything. It is a separate program, because no other code may use that folder for its temporary files.
 */
const folder = process.env.TMPDIR;
const archives = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '../bin');

mkdirSync(folder, { recursive: true });
await chromium.executablePath();
await inflate(join(archives, 'al2023.tar.br'));
// Its own configuration expects the fonts in /tmp.
writeFileSync(join(folder, 'fonts/fonts.conf'), '<fontconfig><dir prefix="relative">fonts</dir></fontconfig>');
