import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Remembers from which sources the build comes, so that `npm test` after `npm install` does not build twice. `--note` writes it down
 * after a build; `--check` ends with 0 if a build of the present sources is there. A build removes the note with its folder first.
 */
process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const note = 'dist/.sources';
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

if (process.argv.includes('--note')) writeFileSync(note, digest());
else process.exitCode = outputs.every((file) => existsSync(file)) && noted() === digest() ? 0 : 1;
