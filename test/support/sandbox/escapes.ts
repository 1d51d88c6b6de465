export interface HostileProgram {
  readonly name: string;
  readonly code: string;
  /** What it may return, when it returns at all. Absent: anything. */
  readonly harmless?: unknown;
  readonly mustFail?: true;
}

/** Walks all that can be reached from its arguments and lists what belongs to the host: none of it may be there. */
const SEEK = `
const descriptor = Object['getOwnPropertyD' + 'escriptor'];
const alien = ['applySync', 'derefInto', 'createContextSync', 'compileScriptSync', 'mainModule', 'dlopen', 'hrtime', 'getBuiltinModule'];
const foreign = ['process', 'require', 'module', 'Buffer', 'setTimeout', 'WebAssembly', 'SharedArrayBuffer', 'Atomics', 'WeakRef', 'FinalizationRegistry'];
const seek = (...roots) => {
  const found = [];
  const seen = new Set();
  const open = [...roots];
  while (open.length > 0 && seen.size < 20000) {
    const value = open.pop();
    if (value === null || (typeof value !== 'object' && typeof value !== 'function') || seen.has(value)) continue;
    seen.add(value);
    for (const name of alien) if (Object.hasOwn(value, name)) found.push(name);
    if (typeof value === 'function') {
      let world;
      try { world = value['const' + 'ructor']('return globalThis')(); } catch {}
      // Asynchronous functions answer with a promise, which is of this world or is not.
      if (world !== undefined && world !== globalThis && !(world instanceof Promise)) found.push('another world');
    }
    try { open.push(Object.getPrototypeOf(value)); } catch {}
    try {
      for (const key of [...Object.getOwnPropertyNames(value), ...Object.getOwnPropertySymbols(value)]) {
        const { value: held, get, set } = descriptor(value, key);
        open.push(held, get, set);
      }
    } catch {}
  }
  for (const name of foreign) if (name in globalThis) found.push(name);
  return found;
};
const caught = (work) => { try { return work(); } catch (error) { return error; } };
const deep = (work) => { const down = () => { try { return down(); } catch { return work(); } }; return down(); };
`;

const seeks = (name: string, code: string): HostileProgram => ({ name, code: `${SEEK}\n${code}`, harmless: [] });
const fails = (name: string, code: string): HostileProgram => ({ name, code, mustFail: true });
const yields = (name: string, harmless: unknown, code: string): HostileProgram => ({ name, code, harmless });

/** The techniques of the threat model, by family. Each must find nothing of the host, whether it fails or not. */
export const ESCAPES: Readonly<Record<string, readonly HostileProgram[]>> = {
  realm: [
    seeks('walks from every global', 'return seek(globalThis);'),
    seeks('walks from its inputs', 'return seek(input);'),
    seeks('walks from the functions that it is given', 'return seek(console.log, console.error, fetch, console);'),
    seeks(
      'walks the prototypes of results and errors',
      'return seek(Promise.resolve(), caught(() => null.x), await caught(() => fetch("x").catch((e) => e)));',
    ),
    seeks(
      'walks from its arguments and callers',
      'return seek(arguments, caught(() => arguments.callee), caught(() => (function f() { return f.caller; })()));',
    ),
    seeks('reads its sloppy this', 'return seek(this, new (function () {}.constructor)("return this")());'),
    seeks('evaluates indirectly', 'return seek((0, eval)("this"), (0, eval)("new Function(\'return this\')()"));'),
    seeks(
      'builds functions of every kind',
      'return seek(...[function () {}, function* () {}, async function () {}, async function* () {}].map((f) => caught(() => f.constructor("return this")())));',
    ),
    seeks(
      'takes what it is given apart by its descriptors',
      `const parts = [];
       for (const owner of [console, fetch, console.log, globalThis, input])
         for (const key of Reflect.ownKeys(owner)) {
           const { value, get, set } = descriptor(owner, key) ?? {};
           parts.push(value, get, set, caught(() => get?.call(owner)), caught(() => value?.bind?.(owner)));
         }
       return seek(...parts);`,
    ),
    seeks(
      'calls what it is given on other receivers and with new',
      `const odd = [undefined, null, globalThis, {}, new Proxy({}, {}), input];
       const seen = [];
       for (const work of [console.log, fetch])
         for (const one of odd) seen.push(caught(() => work.call(one, 1)), caught(() => Reflect.construct(Object, [], work)), caught(() => new work(one)));
       for (const one of seen) if (one instanceof Promise) one.catch(() => 0);
       return seek(...seen);`,
    ),
    seeks(
      'defines and looks up accessors of old',
      'return seek(caught(() => globalThis.__lookupGetter__("__proto__")), caught(() => globalThis.__proto__.__proto__));',
    ),
    yields('imports a module', 'refused', 'try { await import("node:fs"); return "loaded"; } catch { return "refused"; }'),
    yields(
      'imports a module from evaluated code',
      'refused',
      'try { await (0, eval)("import(\'node:fs\')"); return "loaded"; } catch { return "refused"; }',
    ),
    yields(
      'imports with attributes and by phases',
      'refused',
      'for (const text of [\'import("node:fs", { with: { type: "json" } })\', \'import.defer("node:fs")\', \'import.source("node:fs")\']) { try { await (0, eval)(text); return text; } catch {} } return "refused";',
    ),
    fails('asks for import.meta', 'return import.meta.url;'),
    fails('requires a module', 'return require("node:fs").readFileSync("/etc/passwd", "utf8");'),
    fails('reads the environment', 'return process.env;'),
    fails('closes its wrapper', '}})(); globalThis.stolen = 1; (function () { return async function () {'),
    fails('closes its wrapper with a comment', 'return 1 }}) /*'),
    yields('hides its end in a line comment', 1, 'return 1 //'),
  ],
  error: [
    seeks(
      'formats stack traces itself',
      'const sites = []; caught(() => { Error.prepareStackTrace = (_, frames) => { sites.push(...frames); return frames; }; }); caught(() => new Error().stack); return seek(sites, ...sites.map((site) => caught(() => [site.getThis(), site.getFunction()])));',
    ),
    seeks(
      'overflows the stack inside what it is given',
      'return seek(deep(() => caught(() => console.log({ toString: null }))), deep(() => caught(() => fetch("x"))));',
    ),
    seeks('overflows the stack inside JSON', 'return seek(deep(() => caught(() => JSON.stringify([[[]]]))));'),
    seeks(
      'prints values that throw',
      'return seek(caught(() => console.log({ get message() { throw globalThis; }, get stack() { throw 1; } })), caught(() => console.log(Symbol())));',
    ),
    seeks(
      'coerces a symbol inside what it is given',
      'return seek(await fetch(Symbol()).catch((e) => e), caught(() => console.log(Symbol.iterator)));',
    ),
    seeks(
      'nests finally and catch',
      'let last; try { try { null.x; } finally { try { undefined.y; } catch (error) { last = error; } } } catch (error) { return seek(error, last); }',
    ),
    seeks(
      'chains causes in a circle',
      'const error = new AggregateError([], "a"); error.cause = error; error.errors.push(error); return seek(error);',
    ),
    seeks(
      'looks at the error of a request that the host refused',
      'const error = await fetch("refused").catch((e) => e); return seek(error, error.cause, error.stack, Object.getPrototypeOf(error));',
    ),
    yields(
      'reads frames of the host from its own stack',
      [],
      'Error.stackTraceLimit = 100; const deepest = () => new Error("x").stack; return [1].map(deepest).concat(await Promise.resolve().then(deepest)).flatMap((stack) => stack.split("\\n")).filter((line) => /file:|node:|\\/|\\.ts/.test(line));',
    ),
    fails(
      'throws errors whose causes form a circle',
      'const error = new AggregateError([], "a"); error.cause = error; error.errors.push(error); throw error;',
    ),
    seeks(
      'suppresses errors',
      'return seek(new SuppressedError(new Error(), new Error()), caught(() => { using a = { [Symbol.dispose]() { throw 1; } }; throw 2; }));',
    ),
    fails(
      'throws an error with a lying stack',
      'const error = new Error("x"); error.stack = { toString() { return "function.js:1"; } }; throw error;',
    ),
    fails(
      'throws an error whose message runs code',
      'throw { get message() { return { toString() { globalThis.hit = 1; return "hit"; } }; } };',
    ),
    fails('throws a proxy', 'throw new Proxy({}, { get() { throw new Error("trap"); }, getPrototypeOf() { throw 1; } });'),
  ],
  async: [
    seeks(
      'swaps the species of promises',
      'class Spy extends Promise {} caught(() => { Promise.prototype.constructor = Spy; Object.defineProperty(Promise, Symbol.species, { get: () => Spy }); }); return seek(Spy, Promise.resolve().then());',
    ),
    yields('returns a thenable', 'mine', 'return { then(resolve) { resolve("mine"); } };'),
    seeks(
      'gives a thenable to what awaits',
      'const seen = []; await { then(resolve, reject) { seen.push(resolve, reject); resolve(); } }; return seek(seen);',
    ),
    seeks(
      'overrides then',
      'const seen = []; caught(() => { const { then } = Promise.prototype; Promise.prototype.then = function (...args) { seen.push(this, ...args); return then.apply(this, args); }; }); await fetch("x").catch(() => 0); return seek(seen);',
    ),
    seeks(
      'catches what hosts throw in an async generator',
      'const seen = []; async function* outer() { yield* { [Symbol.asyncIterator]: () => ({ next: () => ({ value: 1 }), return: async () => { throw 1; } }) }; } const it = outer(); await it.next(); await it.return().catch((e) => seen.push(e)); return seek(seen);',
    ),
    yields('leaves an unhandled rejection', 1, 'Promise.reject(new Error("unhandled")); return 1;'),
    seeks(
      'replaces the promises that the host builds by a subclass',
      `class Own extends Promise { constructor(run) { super((resolve, reject) => { taken.push(resolve, reject); run(resolve, reject); }); } }
       const taken = [];
       caught(() => { globalThis.Promise = Own; });
       const asked = fetch("x");
       await asked.catch(() => 0);
       return seek(...taken, asked);`,
    ),
    yields(
      'leaves work behind',
      1,
      'const after = async () => { for (let i = 0; i < 1000; i++) await null; globalThis.hit = 1; }; after(); return 1;',
    ),
  ],
  proxy: [
    yields('returns a proxy', {}, 'return new Proxy({}, { get(_, key) { return undefined; }, ownKeys() { return []; } });'),
    fails('returns a proxy that throws', 'return new Proxy({}, { get() { throw new Error("trap"); } });'),
    yields('runs code while it is written as JSON', { a: 'mine' }, 'return { get a() { return { toJSON: () => "mine" }; } };'),
    yields(
      'has a custom inspector',
      {},
      'return { [Symbol.for("nodejs.util.inspect.custom")]: (depth, options, inspect) => inspect.constructor("return process")() };',
    ),
    yields('has an own iterator', [1], 'const list = [1]; list[Symbol.iterator] = function* () { yield process; }; return list;'),
    seeks(
      'runs code while it is converted for the host',
      `const seen = [];
       const spy = { toString() { seen.push(this, ...arguments); return "x"; }, valueOf() { seen.push(this, ...arguments); return 1; }, [Symbol.toPrimitive](hint) { seen.push(this, hint, ...arguments); return "x"; } };
       console.log(spy, [spy], { spy });
       await fetch(spy, { method: spy, headers: { spy }, body: "x" }).catch((error) => seen.push(error));
       return seek(...seen);`,
    ),
    yields(
      'returns lists with an own species',
      [1, 2],
      'class Own extends Array { static get [Symbol.species]() { throw new Error("trap"); } map() { throw new Error("trap"); } } return Own.from([1, 2]);',
    ),
    yields(
      'converts itself to a forged value',
      {},
      'return { [Symbol.toPrimitive]: () => "forged", valueOf: () => 7, toString: () => "forged" };',
    ),
    yields('replaces JSON', { real: true }, 'JSON.stringify = () => "{\\"forged\\":true}"; return { real: true };'),
    yields(
      'replaces what writers of JSON use',
      { real: true },
      'Array.prototype.map = Array.prototype.join = Array.prototype.push = () => { throw 1; }; Object.keys = () => []; String.prototype.slice = () => "x"; return { real: true };',
    ),
    yields('gives all objects a toJSON', 'all', 'Object.prototype.toJSON = () => "all"; return {};'),
    yields(
      'gives all objects getters',
      {},
      'for (const name of ["id", "url", "then", "get", "value"]) Object.defineProperty(Object.prototype, name, { get() { throw new Error("trap"); } }); return {};',
    ),
    yields(
      'gives all lists setters',
      [1, 2],
      'for (let i = 0; i < 9; i++) Object.defineProperty(Array.prototype, i, { set() { throw new Error("trap"); } }); return [1, 2];',
    ),
  ],
  data: [
    yields('returns a __proto__ key', { a: 1 }, 'return JSON.parse(\'{"__proto__":{"polluted":1},"a":1}\');'),
    yields('returns a nested __proto__ key', { a: [{}] }, 'return { a: [JSON.parse(\'{"__proto__":{"polluted":1}}\')] };'),
    yields(
      'returns keys that change prototypes when they are copied',
      { constructor: { prototype: { polluted: 1 } }, a: 1 },
      'return { constructor: { prototype: { polluted: 1 } }, ["__proto__"]: { polluted: 1 }, a: 1 };',
    ),
    yields('returns raw JSON', '__proto__', 'return JSON.rawJSON(\'"__proto__"\');'),
    yields('returns bytes that look like messages', '\u0008\0\0\0\u0004\0\0\0done', 'return "\\u0008\\0\\0\\0\\u0004\\0\\0\\0done";'),
    yields('returns half a character', '\ufffd', 'return "\\ud800".toWellFormed();'),
    yields('returns numbers that JSON has not', [null, null, 0], 'return [NaN, Infinity, -0];'),
  ],
  handle: [
    seeks(
      'looks for handles on all globals',
      'return seek(globalThis, ...Object.getOwnPropertyNames(globalThis).map((name) => globalThis[name]));',
    ),
    seeks(
      'looks for handles on what fetch answers',
      'const answer = await fetch("x").catch((e) => e); return seek(answer, answer?.headers, answer?.text, answer?.json);',
    ),
    yields(
      'asks for the library',
      [],
      'return ["ivm", "isolate", "context", "$0", "_ivm", "isolatedVm"].filter((name) => name in globalThis);',
    ),
  ],
  bridge: [
    seeks(
      'gives fetch odd arguments',
      'const odd = [[], {}, null, undefined, 1n, () => 1, new Proxy({}, {})]; const seen = []; for (const one of odd) seen.push(await fetch(one, one).catch((e) => e)); return seek(seen);',
    ),
    seeks(
      'calls fetch while its options are read',
      'return seek(await fetch({ toString() { fetch("y").catch(() => 0); return "x"; } }, { get headers() { fetch("z").catch(() => 0); return {}; } }).catch((e) => e));',
    ),
    yields(
      'finds nothing on its global object but the language, a console and fetch',
      [],
      `const language = ['Object', 'Function', 'Array', 'Number', 'parseFloat', 'parseInt', 'Infinity', 'NaN', 'undefined', 'Boolean', 'String', 'Symbol', 'Date', 'Promise', 'RegExp', 'Error', 'AggregateError', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'URIError', 'SuppressedError', 'DisposableStack', 'AsyncDisposableStack', 'globalThis', 'JSON', 'Math', 'Intl', 'ArrayBuffer', 'Uint8Array', 'Int8Array', 'Uint16Array', 'Int16Array', 'Uint32Array', 'Int32Array', 'BigUint64Array', 'BigInt64Array', 'Uint8ClampedArray', 'Float32Array', 'Float64Array', 'Float16Array', 'DataView', 'Map', 'BigInt', 'Set', 'Iterator', 'WeakMap', 'WeakSet', 'Proxy', 'Reflect', 'decodeURI', 'decodeURIComponent', 'encodeURI', 'encodeURIComponent', 'escape', 'unescape', 'eval', 'isFinite', 'isNaN', 'console', 'fetch'];
       return Reflect.ownKeys(globalThis).map(String).filter((name) => !language.includes(name) && name !== 'Symbol(Symbol.toStringTag)');`,
    ),
    yields('names a tenant', null, 'await fetch("x", { headers: { "x-tenant": "other" }, tenant: "other", program: "other" });'),
  ],
};
