const { createRequire, registerHooks } = require('node:module');
const { dirname, sep } = require('node:path');
const { pathToFileURL } = require('node:url');
const { default: Runtime } = require('jest-runtime');
const { sourceMaps } = require('../../../tools/typescript.js');

const ofJest = Symbol.for('sluice.jest');
/** The folder of the framework, whose modules keep the tests of one file: it is loaded again for each file. */
const framework = dirname(require.resolve('jest-circus/package.json')) + sep;

const globals = pathToFileURL(require.resolve('./globals.js')).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@jest/globals' ? { url: globals, format: 'module', shortCircuit: true } : next(specifier, context),
});

/**
 * Loads tests, sources and packages as Node does, in the realm of the process: once for each process, not once for each file of tests.
 * The default runtime loads all of Nest, TypeORM and the application again for every file.
 */
module.exports = class NativeRuntime extends Runtime {
  unstable_shouldLoadAsEsm() {
    return true;
  }

  async unstable_importModule(path) {
    globalThis[ofJest].jest = this.jestGlobals.jestObjectFor(path);
    return import(pathToFileURL(path).href);
  }

  requireInternalModule(from, to) {
    for (const path of Object.keys(require.cache)) if (path.startsWith(framework)) delete require.cache[path];
    delete globalThis[Symbol.for('EVENT_HANDLERS')];
    return createRequire(from)(to ?? from);
  }

  setGlobalsForRuntime(globals) {
    globalThis[ofJest] = globals;
  }

  getSourceMaps() {
    return sourceMaps;
  }

  /** The process of the tests is the real one. */
  installGetBuiltinModule() {}
};
