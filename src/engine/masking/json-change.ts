import { jsonSize, type Json, type JsonObject } from '#kernel/json.js';

/** What becomes of the parts of a value. */
export interface PartChange {
  text(text: string): string;
  /** The same for a long text, in steps of milliseconds. Absent: `text` takes no longer. */
  textSteps?(text: string): Generator<void, string>;
  /** Absent: numbers stay as they are. */
  number?(number: number): Json;
  /** Undefined: the member is changed as any other value. */
  member?(key: string, item: Json): Json | undefined;
}

/** Values that are changed at once, in bytes: below a millisecond. */
const pieceBytes = 64 * 1024;
const anyDepth = Number.MAX_SAFE_INTEGER;
/** Shorter lists are gone through faster than they are looked up. */
const longList = 1_000;
/** Members of objects are looked up this far from the top only. */
const nearTop = 8;

/** Changes parts of values. A value without such a part stays itself. What large values become is remembered as long as they exist. */
export class JsonChange {
  readonly #known = new WeakMap<object, Json>();

  constructor(private readonly change: PartChange) {}

  of(value: Json): Json {
    return this.#of(value, nearTop);
  }

  /** Finds out what a large value becomes, in steps of milliseconds. Afterwards `of` knows it. */
  *steps(value: Json): Generator<void, Json> {
    if (typeof value === 'string' && this.change.textSteps !== undefined) return yield* this.change.textSteps(value);
    if (typeof value !== 'object' || value === null) return this.of(value);
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    if (jsonSize(value, pieceBytes, anyDepth) <= pieceBytes) return this.of(value);
    const changed = Array.isArray(value) ? yield* this.#listSteps(value as readonly Json[]) : yield* this.#objectSteps(value as JsonObject);
    this.#known.set(value, changed);
    return changed;
  }

  *#listSteps(items: readonly Json[]): Generator<void, Json> {
    let changed: Json[] | undefined;
    let bytes = 0;
    for (let index = 0; index < items.length; index += 1) {
      const item = items[index] ?? null;
      const size = jsonSize(item, pieceBytes, anyDepth);
      const shown = size > pieceBytes ? yield* this.steps(item) : this.#of(item, 0);
      if (shown !== item) (changed ??= items.slice())[index] = shown;
      bytes += size;
      if (bytes > pieceBytes) {
        bytes = 0;
        yield;
      }
    }
    return changed ?? items;
  }

  *#objectSteps(value: JsonObject): Generator<void, Json> {
    let changed: Record<string, Json> | undefined;
    let bytes = 0;
    for (const key of Object.keys(value)) {
      const item = value[key] ?? null;
      const size = jsonSize(item, pieceBytes, anyDepth);
      const shown = this.change.member?.(key, item) ?? (size > pieceBytes ? yield* this.steps(item) : this.#of(item, nearTop));
      if (shown !== item) (changed ??= { ...value })[key] = shown;
      bytes += key.length + size;
      if (bytes > pieceBytes) {
        bytes = 0;
        yield;
      }
    }
    return changed ?? value;
  }

  #of(value: Json, near: number): Json {
    if (typeof value === 'string') return this.change.text(value);
    if (typeof value === 'number' && this.change.number !== undefined) return this.change.number(value);
    if (typeof value !== 'object' || value === null) return value;
    const isList = Array.isArray(value);
    const mayBeKnown = near > 0 || (isList && value.length >= longList);
    const known = mayBeKnown ? this.#known.get(value) : undefined;
    if (known !== undefined) return known;
    return isList ? this.#list(value as readonly Json[]) : this.#object(value as JsonObject, near - 1);
  }

  #list(items: readonly Json[]): Json {
    let changed: Json[] | undefined;
    for (let index = 0; index < items.length; index += 1) {
      const item = items[index] ?? null;
      const shown = this.#of(item, 0);
      if (shown !== item) (changed ??= items.slice())[index] = shown;
    }
    return changed ?? items;
  }

  #object(value: JsonObject, near: number): Json {
    let changed: Record<string, Json> | undefined;
    for (const key of Object.keys(value)) {
      const item = value[key] ?? null;
      const shown = this.change.member?.(key, item) ?? this.#of(item, near);
      if (shown !== item) (changed ??= { ...value })[key] = shown;
    }
    return changed ?? value;
  }
}
