import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Remembers from which sources the build comes, so that `npm test` after `npm install` does not build twice. `--begin` looks at them before a
 * build, `--note` writes that down after it, and `--check` ends with 0 if a build of the present sources is there. A build of a part, too,
 * removes the note first.
 */
process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const note = 'dist/.sources';
const begun = 'node_modules/.cache/built-sources';
const outputs = ['dist/bundle/main.js', 'console/dist/index.html', 'clients/typescript/dist/index.js', 'vendor/scalar/viewer.js.gz'];
const inputs = [
  '{src,bench,tools}/**/*.*',
  'console/src/**/*.*',
  'clients/typescript/{src/**/*.*,*.json}',
  'console/*.*',
  '{package,package-lock,nest-cli,tsconfig,tsconfig.build}.json',
  'ormconfig.ts',
  'test/support/s3rver.d.ts',
];

function digest() {
  const hash = createHash('sha256');
  for (const file of globSync(inputs).toSorted()) hash.update(`${file}\0`).update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

function noted() {
  try {
    return readFileSync(note, 'utf8');
  } catch {
    return undefined;
  }
}

if (process.argv.includes('--begin')) {
  mkdirSync(dirname(begun), { recursive: true });
  writeFileSync(begun, digest());
} else if (process.argv.includes('--note')) copyFileSync(begun, note);
else process.exitCode = outputs.every((file) => existsSync(file)) && noted() === digest() ? 0 : 1;
