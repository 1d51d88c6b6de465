import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

/**
 * Joins the compiled server and the packages that every start loads into few files: Node needs half of the processor time of a start
 * to find and read 4,000 modules. What is imported when it is first needed stays a separate module. Runs after the compiler.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const compiled = `${root}dist/src/`;
/** Native code, and the driver, which TypeORM loads by its name too: two of them would not share their settings. */
const apart = new Set(['isolated-vm', 'koffi', 'pg']);
/** Packages of other platforms and products, which Nest, TypeORM and the driver look for and do without. */
const absent = /^(@nestjs\/(microservices|websockets)|pg-native|pg-cloudflare|@sap|oracledb|mysql|sqlite|mongodb)/;

/** A package that is imported when it is first needed is loaded by Node, in pieces and from where it was installed. */
const latePackages = {
  name: 'late-packages',
  resolveId(name, importer, { kind }) {
    const isLate = kind === 'dynamic-import' && importer?.startsWith(compiled) && !/^[.#/]|^node:/.test(name);
    return isLate || apart.has(name) ? { id: name, external: true } : null;
  },
};

/** Each module of the server finds scripts and files beside it as before, by its own address. */
const ownAddresses = {
  name: 'own-addresses',
  transform(code, id) {
    if (!id.startsWith(compiled) || !code.includes('import.meta.url')) return null;
    const address = `new URL(${JSON.stringify(`../src/${relative(compiled, id)}`)}, import.meta.url).href`;
    return code.replaceAll('import.meta.url', address);
  },
};

const bundle = await rolldown({
  input: { main: `${compiled}main.js` },
  cwd: root,
  platform: 'node',
  plugins: [latePackages, ownAddresses],
  onLog(level, log, report) {
    if (log.code === 'UNRESOLVED_IMPORT' && absent.test(/'([^']+)'/.exec(log.message)?.[1] ?? '')) return;
    if (level !== 'debug') report(level, log);
  },
});
const { output } = await bundle.write({
  dir: `${root}dist/bundle`,
  cleanDir: true,
  keepNames: true,
  chunkFileNames: '[name]-[hash].js',
});
const modules = output.map(({ fileName, moduleIds }) => [fileName, moduleIds.map((id) => relative(root, id))]);
writeFileSync(`${root}dist/bundle/modules.json`, JSON.stringify(Object.fromEntries(modules), null, 1));
