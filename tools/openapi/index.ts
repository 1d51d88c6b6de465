import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';
import { describeApi } from './document.js';

/** `npm run openapi`: writes the description of the API anew. */
const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const file = `${root}/docs/openapi.json`;
const text = await format(JSON.stringify(describeApi(root)), { parser: 'json', printWidth: 140 });
const isNew = (() => {
  try {
    return readFileSync(file, 'utf8') !== text;
  } catch {
    return true;
  }
})();
if (isNew) writeFileSync(file, text);
process.stdout.write(isNew ? `${file} is written anew\n` : `${file} is up to date\n`);
