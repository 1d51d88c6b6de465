import { globSync } from 'node:fs';

/** The pages for people who use the server, from the root of the checkout. */
export function documentationPages(): string[] {
  return [
    'README.md',
    ...globSync('docs/*.md').toSorted(),
    'examples/README.md',
    ...globSync('examples/*/README.md').toSorted(),
    ...globSync('clients/*/README.md').toSorted(),
  ];
}
