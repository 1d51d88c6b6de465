import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { megabytes } from './bundle.js';
import { packFolder } from './client-packages.js';
import { sizeOf, slim, unusedInArchives } from './slim.js';

const server = '@sluice/server';

/** The command of an archive. It needs no Node of the machine. */
export const launcher = `#!/bin/sh
# Starts the server, or runs a command of it, on the Node that lies beside it.
here=$(CDPATH= cd -- "$(dirname -- "$(readlink -f -- "$0")")" && pwd)
for node in "$here"/node_modules/node-*/bin/node; do
  exec "$node" "$here/node_modules/${server}/bin/sluice.cjs" "$@"
done
`;

/** An installation without the files that no program loads. */
export interface Archive {
  readonly folder: string;
  readonly name: string;
}

/**
 * Copies an installation, leaves out what no program loads, and checks that all packages can still be loaded.
 * @returns the copy, ready to be started with its command `sluice`
 */
export function makeArchive(installed: string, parent: string, version: string, print: (line: string) => unknown): Archive {
  const name = `sluice-${version}-${process.platform}-${process.arch}`;
  const folder = join(parent, name);
  mkdirSync(folder);
  cpSync(join(installed, 'node_modules'), join(folder, 'node_modules'), { recursive: true, verbatimSymlinks: true });
  // It names the registry and the folder of this build.
  rmSync(join(folder, 'node_modules/.package-lock.json'), { force: true });
  const before = sizeOf(folder);
  for (const { what, files, bytes } of slim(join(folder, 'node_modules'), unusedInArchives)) {
    if (files === 0) throw new Error(`Nothing is left out for "${what}": correct the pattern in tools/release/slim.ts`);
    print(`left out        ${megabytes(bytes)} in ${files} files: ${what}`);
  }
  print(`size            ${megabytes(before)} before, ${megabytes(sizeOf(folder))} now`);
  loadAllPackages(join(folder, 'node_modules', server));
  writeFileSync(join(folder, 'sluice'), launcher, { mode: 0o755 });
  return { folder, name };
}

/** @returns the path of the file */
export function packArchive({ folder, name }: Archive): string {
  const file = join(packFolder, `${name}.tar.gz`);
  execFileSync('tar', ['-czf', file, '--owner=0', '--group=0', '-C', join(folder, '..'), '--exclude', `${name}/data`, name]);
  return `${file.slice(file.indexOf('dist/'))}, ${megabytes(sizeOf(file))}`;
}

/** Loads every module of a package that the built server imports anywhere, also late. @throws when one is missing */
function loadAllPackages(folder: string): void {
  // Not of the joined modules, which have the sources of packages in them.
  const compiled = join(folder, 'dist/src');
  const files = readdirSync(compiled, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'));
  const imports = files.flatMap((file) => {
    const code = readFileSync(join(compiled, file), 'utf8');
    return [...code.matchAll(/^(?:import|export) .* from '([^'.#][^']*)';$|\bimport\('([^'.#][^']*)'\)|^import '([^'.#][^']*)';$/gm)].map(
      (found) => found[1] ?? found[2] ?? found[3] ?? '',
    );
  });
  const packages = [...new Set(imports)].filter((name) => !name.startsWith('node:'));
  const program = `for (const name of ${JSON.stringify(packages)}) await import(name);`;
  execFileSync(process.execPath, ['--input-type=module', '--eval', program], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}
