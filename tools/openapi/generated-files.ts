import { format } from 'oxfmt';
import { clientOperations, clientTypes } from './client-operations.js';
import { describeApi } from './document.js';
import { pythonModules } from './python-operations.js';

const style = { printWidth: 140, singleQuote: true };

/** The files generated from the sources of the routes: paths relative to the root of the project, with their content. */
export async function generatedFiles(root: string): Promise<ReadonlyMap<string, string>> {
  const description = describeApi(root);
  return new Map([
    ['docs/openapi.json', await formatted('openapi.json', JSON.stringify(description))],
    ['clients/typescript/src/generated/types.ts', await formatted('types.ts', clientTypes(description))],
    ...[...pythonModules(description)].map(([name, text]) => [`clients/python/src/sluice/generated/${name}.py`, text] as const),
    ['clients/typescript/src/generated/operations.ts', await formatted('operations.ts', clientOperations(description))],
  ]);
}

async function formatted(name: string, text: string): Promise<string> {
  const { code, errors } = await format(name, text, style);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${name}: ${error.message}`);
  return code;
}
