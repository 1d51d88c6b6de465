import { corpusData } from '../../fixtures/expressions/corpus.js';

/** A generator of numbers in [0, 1) that gives the same ones for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const binary = ['+', '-', '*', '/', '%', '**', '<', '>', '<=', '>=', '==', '!=', '===', '!==', '&&', '||', '??'];
const unary = ['!', '-', '+', 'typeof '];
const numbers = ['0', '-0', '1', '2', '7', '-1.5', '1e21', '1e-7', '0.1', '0x10', '9007199254740993', 'NaN', 'Infinity', '1e400'];
const texts = [
  '',
  '0',
  '1',
  ' 7 ',
  'a',
  'Hello',
  '😀',
  'ß',
  'é',
  '\ud800',
  'a,b',
  'null',
  'undefined',
  '[object Object]',
  '2026-02-01',
  '\n',
  '0x1f',
];
const constants = ['true', 'false', 'null', 'undefined', ...numbers, ...texts.map((text) => JSON.stringify(text))];
const names = Object.keys(corpusData);
const keys = [
  'id',
  'name',
  'tags',
  'inner',
  'deep',
  'length',
  'missing',
  'sku',
  'qty',
  '0',
  '1',
  'prototype',
  'includes',
  'constructor',
  'toString',
];
const methods: readonly (readonly [name: string, takes: number])[] = [
  ['includes', 1],
  ['indexOf', 1],
  ['startsWith', 1],
  ['endsWith', 1],
  ['trim', 0],
  ['toLowerCase', 0],
  ['toUpperCase', 0],
  ['join', 0],
];
const functions = ['Number', 'String', 'Boolean', 'parseInt', 'parseFloat', 'isNaN', 'Array.isArray'];

/** Writes expressions about the data of the corpus: well formed, mostly within the interpreted language, often odd. */
export class RandomExpressions {
  constructor(private readonly chance: () => number) {}

  next(depth = 4): string {
    if (depth === 0 || this.chance() < 0.15) return this.#leaf();
    return this.#pick(this.#forms)(depth - 1);
  }

  readonly #forms: readonly ((depth: number) => string)[] = [
    (depth) => `(${this.next(depth)}) ${this.#pick(binary)} (${this.next(depth)})`,
    (depth) => `(${this.next(depth)}) ${this.#pick(binary)} (${this.next(depth)})`,
    (depth) => `${this.#pick(unary)}(${this.next(depth)})`,
    (depth) => `(${this.next(depth)}) ? (${this.next(depth)}) : (${this.next(depth)})`,
    (depth) => `${this.#target(depth)}${this.#access(depth)}${this.#access(depth)}`,
    (depth) => `${this.#target(depth)}${this.#access(depth)}`,
    (depth) => `${this.#target(depth)}${this.#call(depth)}`,
    (depth) => `${this.#pick(functions)}(${this.next(depth)})`,
    (depth) => `\`a\${${this.next(depth)}}\${${this.next(depth)}}\``,
    (depth) => `[${this.next(depth)}, ${this.next(depth)}]`,
    (depth) => `({ ${this.#pick(['a', 'id', '"x y"', '1', '0.5'])}: ${this.next(depth)}, a: ${this.next(depth)} })`,
  ];

  #leaf(): string {
    return this.#pick(this.chance() < 0.5 ? names : constants);
  }

  #target(depth: number): string {
    return this.chance() < 0.6 ? this.#pick(names) : `(${this.next(depth)})`;
  }

  #access(depth: number): string {
    const optional = this.chance() < 0.3;
    const key = this.#pick(keys);
    if (this.chance() < 0.3) return `${optional ? '?.' : ''}[${this.next(Math.min(depth, 1))}]`;
    if (/^\d/.test(key)) return `${optional ? '?.' : ''}[${key}]`;
    return `${optional ? '?.' : '.'}${key}`;
  }

  #call(depth: number): string {
    const [name, takes] = this.#pick(methods);
    return `${this.chance() < 0.3 ? '?.' : '.'}${name}(${takes === 1 ? this.next(depth) : ''})`;
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.chance() * items.length)] as Item;
  }
}
