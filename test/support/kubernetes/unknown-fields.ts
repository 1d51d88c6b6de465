import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import type { Manifest } from '../../../tools/kubernetes/chart.js';

interface Typed {
  /** The module that has the type of the manifest. */
  readonly from: string;
  readonly manifest: Manifest;
}

const path = fileURLToPath(new URL('./manifests.ts', import.meta.url));

/**
 * What TypeScript says about manifests as literals of their published types: the validators of these packages accept fields that a type does
 * not have.
 */
export function unknownFields(typed: readonly Typed[]): readonly string[] {
  const lines = typed.map(({ from, manifest }, index) => {
    const name = `I${manifest.kind}`;
    return `import type { ${name} as T${index} } from '${from}';\nexport const m${index}: T${index} = ${JSON.stringify(manifest)};`;
  });
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  const source = ts.createSourceFile(path, lines.join('\n'), ts.ScriptTarget.ES2023);
  host.getSourceFile = (file, ...rest) => (file === path ? source : getSourceFile.call(host, file, ...rest));
  host.fileExists = (file) => file === path || fileExists.call(host, file);
  const program = ts.createProgram([path], options, host);
  return program.getSemanticDiagnostics(source).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}
