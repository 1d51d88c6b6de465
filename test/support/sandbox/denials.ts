import type { HostileProgram } from './escapes.js';

const denial = (name: string, code: string): HostileProgram => ({ name, code });

/** Programs that never give the clock back. */
export const LOOPS: readonly HostileProgram[] = [
  denial('loops for ever', 'for (;;) {}'),
  denial('loops for ever in microtasks', 'const again = () => Promise.resolve().then(again); await again(); await new Promise(() => {});'),
  denial('loops for ever over await', 'for (;;) await null;'),
  denial('leaves a loop behind that it does not await', 'const again = async () => { for (;;) await null; }; again(); return 1;'),
  denial('puts a loop off and then loops', 'Promise.resolve().then(() => { for (;;); }); for (;;);'),
  denial('waits for what never comes', 'await new Promise(() => {});'),
  denial('catches its own end', 'for (;;) { try { for (;;); } catch {} finally { continue; } }'),
];

/** Programs that try to take the clock, the memory or the process itself away from others. */
export const DENIALS: readonly HostileProgram[] = [
  ...LOOPS,
  denial('multiplies huge integers', 'let x = 3n; for (;;) x = x * x;'),
  denial('prints a tower of powers', 'return String(9n ** 9n ** 8n);'),
  denial('fills a huge list', 'return Array(1e8).fill(0).length;'),
  denial('fills lists for ever', 'const all = []; for (;;) all.push(new Array(1000).fill(1));'),
  denial('sorts a list of holes', 'const holes = []; holes.length = 2 ** 32 - 1; holes.sort(); return 1;'),
  denial('searches a list of holes', 'const holes = []; holes.length = 2 ** 32 - 1; return holes.includes(1);'),
  denial('searches a list of holes from its end', 'return Array.prototype.lastIndexOf.call({ length: 2 ** 53 - 1 }, 1);'),
  denial('joins a list of holes', 'const holes = []; holes.length = 2 ** 32 - 1; return holes.join("x").length;'),
  denial('grows lists of lists', 'let all = []; for (;;) all = [all, all.slice(), new Array(1000)];'),
  denial('spreads a long text', 'return [..."x".repeat(1e8)].length;'),
  denial('doubles a text', 'let s = "xy"; for (;;) s += s;'),
  denial(
    'keeps many long texts',
    'const all = []; for (let i = 0; ; i++) all.push(("abcdefgh" + i).repeat(1e5).split("").reverse().join(""));',
  ),
  denial('backtracks', 'return /^(\\w+\\s?)*$/.test("a".repeat(40) + "!");'),
  denial('replaces with a pattern that grows', 'let s = "aaaaaaaaaa"; for (;;) s = s.replace(/a/g, "$`$`$\'");'),
  denial('recurses', 'const down = () => down() + 1; return down();'),
  denial('recurses and catches', 'const down = () => { try { down(); } finally { down(); } }; down();'),
  denial('chains promises without end', 'let last = Promise.resolve(); for (;;) last = last.then(() => last);'),
  denial('waits for endlessly many promises', 'await Promise.all({ *[Symbol.iterator]() { for (;;) yield Promise.resolve(1); } });'),
  denial('takes buffers', 'const all = []; for (;;) { const bytes = new Uint8Array(1e6); bytes.fill(1); all.push(bytes); }'),
  denial('takes one huge buffer', 'return new Uint8Array(4e9).fill(1).length;'),
  denial(
    'resizes a buffer',
    'const bytes = new ArrayBuffer(1, { maxByteLength: 2 ** 31 }); bytes.resize(2 ** 31); new Uint8Array(bytes).fill(1); return 1;',
  ),
  denial('parses five million brackets', 'return JSON.parse("[".repeat(5e6));'),
  denial('parses deep brackets that fit', 'return JSON.parse("[".repeat(2e5) + "]".repeat(2e5));'),
  denial('returns a deep value', 'let deep = {}; for (let i = 0; i < 2e5; i++) deep = { deep }; return deep;'),
  denial('returns a huge value', 'return Array.from({ length: 1e6 }, (_, i) => ({ i, text: "x".repeat(50) }));'),
  denial('returns a value that grows while it is written', 'return { toJSON: () => ({ again: { toJSON() { for (;;); } } }) };'),
  denial('floods the console', 'for (;;) console.log("x".repeat(1000));'),
  denial('prints one huge line', 'console.log("x".repeat(2 ** 28)); console.log("x".repeat(2 ** 28)); return 1;'),
  denial('waits on shared memory', 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);'),
  denial('takes memory through WebAssembly', 'return new WebAssembly.Memory({ initial: 4000 }).buffer.byteLength;'),
  denial('throws a huge message', 'throw new Error("x".repeat(2 ** 27));'),
  denial('makes symbols, maps and sets without end', 'const all = new Map(); for (let i = 0; ; i++) all.set(Symbol(i), new Set([i]));'),
  denial('makes closures without end', 'const all = []; for (;;) { const big = new Array(100); all.push(() => big); }'),
  denial('compiles without end', 'for (let i = 0; ; i++) (0, eval)("(function () { return " + i + " })")();'),
  denial('has deeply nested source', `return ${'('.repeat(5_000)}1${')'.repeat(5_000)};`),
  denial('has deeply nested functions', `${'(() => {'.repeat(2_000)}${'})()'.repeat(2_000)}`),
  denial('compiles a huge function', 'return new Function("return " + "1+".repeat(2e6) + "1")();'),
  denial('rejects without end', 'for (;;) Promise.reject(new Error("x"));'),
  denial('formats numbers without end', 'for (let i = 0; ; i++) new Intl.NumberFormat("en").format(i);'),
];
