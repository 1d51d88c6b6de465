/** A part of a value that was taken out of it. */
export interface LargePart {
  /** Where it was; empty for the value itself. */
  readonly path: readonly string[];
  readonly text: string;
}

export interface Divided {
  /** JSON text of the value, with null where a part was; undefined where the value has none. */
  readonly rest: string | undefined;
  readonly parts: readonly LargePart[];
}

/** Deeper parts are not looked for: what is large lies near the top, in what blocks put around it. */
const deepest = 4;
/** Objects with more keys are data, and not what was put around data. */
const mostKeys = 32;
/** Objects with more keys that were seen: to list 100,000 keys takes 20 ms. */
const wide = new WeakSet<object>();

/** What counts as large, and how a value is written: undefined for what has no text. */
export interface Division {
  /** In characters of JSON. */
  readonly smallest: number;
  write(value: unknown): string | undefined;
}

/**
 * Takes the large lists, texts and wide objects out of a value. The output that one block passes to the next is wrapped again each time; the part
 * inside stays the same, so that it can be kept once.
 */
export function divide(value: unknown, division: Division, path: readonly string[] = []): Divided {
  if (isWrapping(value) && path.length < deepest) return divideFields(value, division, path);
  const text = division.write(value);
  if (text === undefined || text.length < division.smallest) return { rest: text, parts: [] };
  return { rest: 'null', parts: [{ path, text }] };
}

/** The lists, texts and wide objects in a value that `divide` writes, each as a whole. */
export function partsOf(value: object | string, depth = 0): readonly (object | string)[] {
  if (!isWrapping(value) || depth === deepest) return [value];
  return Object.values(value).flatMap((inner: unknown) =>
    typeof inner === 'string' || (typeof inner === 'object' && inner !== null) ? partsOf(inner, depth + 1) : [],
  );
}

function divideFields(value: object, division: Division, path: readonly string[]): Divided {
  const fields: string[] = [];
  const parts: LargePart[] = [];
  for (const [name, inner] of Object.entries(value)) {
    const divided = divide(inner, division, [...path, name]);
    if (divided.rest === undefined) continue;
    fields.push(`${JSON.stringify(name)}:${divided.rest}`);
    parts.push(...divided.parts);
  }
  return { rest: `{${fields.join()}}`, parts };
}

function isWrapping(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || 'toJSON' in value) return false;
  if (wide.has(value)) return false;
  const names = Object.keys(value);
  if (names.length > mostKeys) wide.add(value);
  return names.length <= mostKeys && !names.includes('__proto__');
}

/** Puts a part back to where it was taken from, in the parsed rest. */
export function putBack(rest: Record<string, unknown>, [name = '', ...path]: readonly string[], part: unknown): void {
  // An assignment would not make a field of this name.
  if (path.length === 0) Object.defineProperty(rest, name, { value: part, enumerable: true, configurable: true, writable: true });
  else putBack(rest[name] as Record<string, unknown>, path, part);
}
