import { format } from 'prettier';
import { clientOperations, clientTypes } from './client-operations.js';
import { describeApi } from './document.js';
import { pythonModules } from './python-operations.js';

const style = { printWidth: 140, singleQuote: true };

/** The files generated from the sources of the routes: paths relative to the root of the project, with their content. */
export async function generatedFiles(root: string): Promise<ReadonlyMap<string, string>> {
  const description = describeApi(root);
  return new Map([
    ['docs/openapi.json', await format(JSON.stringify(description), { ...style, parser: 'json' })],
    ['clients/typescript/src/generated/types.ts', await format(clientTypes(description), { ...style, parser: 'typescript' })],
    ...[...pythonModules(description)].map(([name, text]) => [`clients/python/src/sluice/generated/${name}.py`, text] as const),
    ['clients/typescript/src/generated/operations.ts', await format(clientOperations(description), { ...style, parser: 'typescript' })],
  ]);
}
