import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
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
const folders = ['src', 'bench', 'tools', 'console/src', 'clients/typescript/src'];
const files = [
  ...['index.html', 'package.json', 'tsconfig.json', 'vite.config.ts', 'compressed.ts'].map((name) => `console/${name}`),
  ...['package.json', 'tsconfig.json'].map((name) => `clients/typescript/${name}`),
  ...['package', 'package-lock', 'tsconfig', 'tsconfig.build'].map((name) => `${name}.json`),
  'ormconfig.ts',
  'test/support/s3rver.d.ts',
];

/** By an older Node of the host, too, which may build where no package of Node runs. */
function inputs() {
  const inside = folders.flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)));
  return [...inside.filter((path) => statSync(path).isFile()), ...files].toSorted((one, other) => (one < other ? -1 : 1));
}

function digest() {
  const hash = createHash('sha256');
  for (const file of inputs()) hash.update(`${file}\0`).update(readFileSync(file)).update('\0');
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
