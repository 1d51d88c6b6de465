import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';

/**
 * `node --conditions=sluice-source --import ./tools/typescript.js program.ts`: runs programs and tests that use sources as they stand,
 * without a build. What has been compiled once is kept, by its content.
 */
const options = {
  swcrc: false,
  sourceMaps: true,
  jsc: {
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
    target: 'es2024',
    keepClassNames: true,
  },
  module: { type: 'es6' },
};

const cache = fileURLToPath(new URL('../node_modules/.cache/typescript/', import.meta.url));
const { version } = createRequire(import.meta.url)('@swc/core/package.json');
const salt = JSON.stringify([version, options]);
/** The files with the source maps of the modules that were loaded, by the addresses of the modules. */
export const sourceMaps = new Map();

mkdirSync(cache, { recursive: true });

const isOurs = (url) => url?.startsWith('file:') && !url.includes('/node_modules/');

function compile(url) {
  const filename = fileURLToPath(url);
  const source = readFileSync(filename, 'utf8');
  const kept = cache + createHash('sha256').update(salt).update(filename).update(source).digest('hex');
  sourceMaps.set(url, `${kept}.map`);
  try {
    return readFileSync(`${kept}.js`, 'utf8');
  } catch {
    const { code, map } = transformSync(source, { ...options, filename });
    write(`${kept}.map`, map);
    const withMap = `${code}\n//# sourceMappingURL=file://${kept}.map`;
    write(`${kept}.js`, withMap);
    return withMap;
  }
}

/** Several processes may compile a file at the same time. */
function write(path, text) {
  const part = `${path}.${process.pid}`;
  writeFileSync(part, text);
  renameSync(part, path);
}

registerHooks({
  resolve(specifier, context, next) {
    if (!isOurs(context.parentURL) || !/^\.{1,2}\/.*\.js$/.test(specifier)) return next(specifier, context);
    const source = specifier.replace(/\.js$/, '.ts');
    return next(existsSync(new URL(source, context.parentURL)) ? source : specifier, context);
  },
  load(url, context, next) {
    if (!isOurs(url) || !url.endsWith('.ts')) return next(url, context);
    return { format: 'module', source: compile(url), shortCircuit: true };
  },
});
