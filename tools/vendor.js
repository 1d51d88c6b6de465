import { parse } from 'acorn';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

/**
 * Copies into `vendor/` the few files that the server needs of packages that are large: the packages themselves are development
 * dependencies, so an installation does not contain them. Runs before each build.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const vendor = join(root, 'vendor');

function copy(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
}

/** The module and all modules that it imports by relative paths. */
function modulesFrom(entry, found = new Set()) {
  if (found.has(entry)) return found;
  found.add(entry);
  const imports = readFileSync(entry, 'utf8').matchAll(/^(?:import|export)\b[^;\n]*?["'](\.[^"']+)["']/gm);
  for (const [, path] of imports) modulesFrom(resolve(dirname(entry), path), found);
  return found;
}

/** The text that a module keeps in a variable. */
function textIn(module, variable) {
  const { body } = parse(readFileSync(module, 'utf8'), { ecmaVersion: 'latest', sourceType: 'module' });
  const declared = body.flatMap((statement) => (statement.type === 'VariableDeclaration' ? statement.declarations : []));
  const { init } = declared.find(({ id }) => id.name === variable) ?? {};
  if (typeof init?.value !== 'string') throw new Error(`${module} has no text in ${variable}`);
  return init.value;
}

/** One of the five encodings, as ES modules only: 1.2 MB of 30. */
function vendorTokenizer() {
  const source = join(root, 'node_modules/gpt-tokenizer');
  for (const file of modulesFrom(join(source, 'esm/encoding/cl100k_base.js')))
    copy(file, join(vendor, 'gpt-tokenizer', relative(join(source, 'esm'), file)));
  copy(join(source, 'LICENSE'), join(vendor, 'gpt-tokenizer/LICENSE'));
}

/** The script of the viewer, compressed as browsers get it. The package of the viewer itself brings a hundred others. */
function vendorViewer() {
  const source = join(root, 'node_modules/@scalar/fastify-api-reference');
  const script = textIn(join(source, 'dist/index.js'), 'standalone_default').replace(/\n\/\/# sourceMappingURL=.*$/, '');
  copy(join(source, 'LICENSE'), join(vendor, 'scalar/LICENSE'));
  writeFileSync(join(vendor, 'scalar/viewer.js.gz'), gzipSync(script, { level: 9 }));
}

rmSync(vendor, { recursive: true, force: true });
vendorTokenizer();
vendorViewer();
