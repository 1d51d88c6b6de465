import { expect, it } from '@jest/globals';
import { sourceText } from '../support/architecture/source-files.js';

type Packages = Record<string, string>;

it('docs/dependencies.md gives a reason for each package, and for no other', () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(sourceText('package.json')) as Record<string, Packages>;
  const installed = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
  const firstCells = sourceText('docs/dependencies.md').match(/^\| `[^|]*/gm) ?? [];
  const explained = firstCells.flatMap((cell) => cell.match(/[^`|, ]+/g) ?? []);
  expect(explained.toSorted()).toEqual(installed.toSorted());
});
