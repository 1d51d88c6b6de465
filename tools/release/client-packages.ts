import { mkdirSync, rmSync } from 'node:fs';
import { root, run } from './run.js';

const folder = 'dist/release';
const out = `${root}${folder}`;

/** Where packages are written. */
export const packFolder = out;

const buildSdist = `import setuptools.build_meta as backend; print(backend.build_sdist(${JSON.stringify(out)}))`;

/** Empties dist/release. */
export function preparePackages(): void {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
}

/** @returns the path of the package */
export function packTypescript(): string {
  return packed(run('npm', ['pack', '--silent', '--pack-destination', out], 'clients/typescript'));
}

/** Needs python3 with setuptools, and no network. @returns the path of the package */
export function packPython(): string {
  return packed(run('python3', ['-c', buildSdist], 'clients/python'));
}

/** The last line that the programs print is the name of the file. */
export function packed(printed: string, into = folder): string {
  return `${into}/${printed.split('\n').at(-1) ?? ''}`;
}
