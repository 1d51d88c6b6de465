import { expect, it } from '@jest/globals';
import { sourceText } from '../support/architecture/source-files.js';

type Packages = Record<string, string>;

it('docs/dependencies.md gives a reason for each package, and for no other', () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(sourceText('package.json')) as Record<string, Packages>;
  const { devDependencies: ofConsole } = JSON.parse(sourceText('console/package.json')) as Record<string, Packages>;
  const named = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies, ...ofConsole });
  const installed = named.filter((name) => name !== '@sluice/client');
  const firstCells = sourceText('docs/dependencies.md').match(/^\| `[^|]*/gm) ?? [];
  const explained = firstCells.flatMap((cell) => cell.match(/[^`|, ]+/g) ?? []);
  expect(explained.toSorted()).toEqual(installed.toSorted());
});

it('package-lock.json names the packages of every platform, so that npm ci works on each of them', () => {
  const { packages } = JSON.parse(sourceText('package-lock.json')) as {
    packages: Record<string, { optionalDependencies?: Packages }>;
  };
  const names = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)));
  const optional = Object.values(packages).flatMap(({ optionalDependencies }) => Object.keys(optionalDependencies ?? {}));
  expect(optional.filter((name) => !names.has(name))).toEqual([]);
});
