import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generatedFiles } from './generated-files.js';

/** `npm run openapi`: regenerates the OpenAPI document and the generated parts of the clients. */
const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
for (const [path, text] of await generatedFiles(root)) {
  const file = `${root}/${path}`;
  const isNew = !existsSync(file) || readFileSync(file, 'utf8') !== text;
  mkdirSync(dirname(file), { recursive: true });
  if (isNew) writeFileSync(file, text);
  process.stdout.write(`${path}: ${isNew ? 'written' : 'up to date'}\n`);
}
