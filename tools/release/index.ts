import { copyFileSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { packServer } from './bundle.js';
import { releaseNotes, type ReleaseNotes } from './changelog.js';
import { packPython, packTypescript, preparePackages } from './client-packages.js';
import { root, run } from './run.js';
import { tryServer } from './server-package.js';
import { packageVersions } from './versions.js';

const help = `npm run release [-- --execute]

Prepares the release of the version in package.json:
  1. checks that all packages have the same version and that CHANGELOG.md has its entries and date
  2. checks that the working tree is clean and that the tag does not exist
  3. packs the server with its dependencies and the clients for TypeScript and Python into dist/release; starts the server by npx in an empty
     folder; installs it and packs that installation with Node as an archive for this platform, and runs the examples on it
  4. copies docs/openapi.json to docs/openapi.released.json and commits it
  5. creates the annotated tag, with the entries of CHANGELOG.md as its message

  --dry-run  the default: changes nothing but dist/release, and reports problems of step 2 without failing
  --execute  does all steps
  --help     prints this text

Nothing is pushed or published.
`;

const { values: options } = parseArgs({
  options: { 'dry-run': { type: 'boolean' }, execute: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
});
const print = (line: string): unknown => process.stdout.write(`${line}\n`);

if (options.help) process.stdout.write(help);
else await release(options.execute && options['dry-run'] !== true);

async function release(isExecuted: boolean): Promise<void> {
  const [version = ''] = Object.values(packageVersions());
  const tag = `v${version}`;
  try {
    checkVersions(version);
    const notes = checkChangelog(version);
    checkRepository(tag, isExecuted);
    packClients(isExecuted);
    await packAndTryServer(version);
    releaseOpenApi(version, isExecuted);
    createTag(tag, version, notes, isExecuted);
  } catch (error) {
    print(`stopped         ${(error as Error).message}`);
    process.exitCode = 1;
    return;
  }
  print(isExecuted ? `done            push it with: git push origin HEAD ${tag}` : 'dry run         nothing was committed or tagged');
}

function checkVersions(version: string): void {
  const different = Object.entries(packageVersions()).filter(([, each]) => each !== version);
  if (different.length > 0)
    throw new Error(`${different.map(([file, each]) => `${file} has ${each}`).join(', ')}, package.json has ${version}`);
  print(`versions        all packages have ${version}`);
}

function checkChangelog(version: string): ReleaseNotes {
  const notes = releaseNotes(readFileSync(`${root}CHANGELOG.md`, 'utf8'), version);
  if (notes === undefined) throw new Error(`CHANGELOG.md has no section "## ${version} - YYYY-MM-DD" with entries`);
  print(`changelog       ${version} of ${notes.date}`);
  return notes;
}

/** Between releases the tree has changes and the tag exists, so a dry run reports both without failing. */
function checkRepository(tag: string, isExecuted: boolean): void {
  const problems = [
    run('git', ['status', '--porcelain']) === '' ? [] : ['the working tree has changes that are not committed'],
    run('git', ['tag', '--list', tag]) === '' ? [] : [`the tag ${tag} exists`],
  ].flat();
  if (isExecuted && problems.length > 0) throw new Error(problems.join(', '));
  print(`repository      ${problems.length === 0 ? 'clean' : problems.join(', ')}`);
}

/** A dry run does without Python where it is not installed. */
function packClients(isExecuted: boolean): void {
  preparePackages();
  print(`packed          ${packTypescript()}`);
  try {
    print(`packed          ${packPython()}`);
  } catch (error) {
    if (isExecuted) throw error;
    print('not packed      clients/python: needs python3 with setuptools');
  }
}

async function packAndTryServer(version: string): Promise<void> {
  await tryServer(packServer(print), version, print);
}

function releaseOpenApi(version: string, isExecuted: boolean): void {
  print('openapi         docs/openapi.json -> docs/openapi.released.json');
  if (!isExecuted) return;
  copyFileSync(`${root}docs/openapi.json`, `${root}docs/openapi.released.json`);
  if (run('git', ['status', '--porcelain']) !== '') run('git', ['commit', '--all', '--message', `chore(release): ${version}`]);
}

function createTag(tag: string, version: string, notes: ReleaseNotes, isExecuted: boolean): void {
  // Without cleanup=verbatim git drops headings, which begin with #.
  if (isExecuted) run('git', ['tag', '--annotate', tag, '--cleanup=verbatim', '--message', `Sluice ${version}\n\n${notes.text}`]);
  print(`tag             ${tag}, with ${notes.text.split('\n').length} lines from CHANGELOG.md`);
}
