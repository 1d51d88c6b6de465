import ts from 'typescript';

/** `identity` is also an encoding of HTTP bodies. */
const otherMeanings = new Set(['identity']);

interface Names {
  readonly modules: readonly string[];
  readonly tables: readonly string[];
}

/** The rings that contain no knowledge of modules. */
const blindRings = /^src\/(world|host|ledger|edge)\//;
/** Migrations create the tables of modules; the configuration and its help name features of the product, as operators do. */
const exempt = /^src\/(ledger\/database\/migrations|host\/config)\/|\.spec\.ts$/;

/** Where a file of the infrastructure names a module or the table of a module in a string, one sentence each. */
export function namedModules(path: string, text: string, { modules, tables }: Names): string[] {
  if (!blindRings.test(path) || exempt.test(path)) return [];
  const inSql = new RegExp(`\\b(?:from|join|into|update|table|only)\\s+"?(${tables.join('|')})(?![\\w.-])`, 'i');
  return stringsOf(path, text).flatMap((value) => {
    const table = inSql.exec(value)?.[1] ?? tables.find((name) => name === value);
    return [
      ...modules
        .filter((name) => (name === value && !otherMeanings.has(name)) || value.includes(`modules/${name}/`))
        .map((name) => `${path} names the module ${name}`),
      ...(table === undefined ? [] : [`${path} names the table ${table}`]),
    ];
  });
}

/** The strings of a source file, and the constant parts of its templates; paths of imports are the business of other rules. */
function stringsOf(path: string, text: string): readonly string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return;
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node))
      found.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false));
  return found;
}
