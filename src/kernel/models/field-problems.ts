import type { ErrorDetail } from '../errors.js';
import { isJsonObject, type Json, type JsonObject } from '../json.js';
import { nameHint } from '../text/nearest-name.js';

export type FieldPath = readonly (string | number)[];

/** A check of one value: whether it is good, and what was expected. */
export type FieldRule = readonly [isValid: (value: Json) => boolean, expected: string];

/** Collects the problems of a document, each with its path. */
export class FieldProblems {
  readonly found: ErrorDetail[] = [];

  add(path: FieldPath, expected: string, code = 'invalid'): void {
    this.found.push({ path, message: `${pathText(path)} ${expected}`, code });
  }

  /** Checks a value unless it is absent. @returns whether it is there and good */
  check(path: FieldPath, value: Json | undefined, [isValid, expected]: FieldRule): boolean {
    if (value === undefined) return false;
    const isGood = isValid(value);
    if (!isGood) this.add(path, expected);
    return isGood;
  }

  /** The members of an object; undefined, and a problem, if it is none. Unknown members are problems as well. */
  object(path: FieldPath, value: Json | undefined, known: readonly string[]): JsonObject | undefined {
    if (!isJsonObject(value)) {
      this.add(path, 'must be an object', 'invalid_type');
      return undefined;
    }
    for (const name of Object.keys(value)) {
      if (!known.includes(name)) this.add([...path, name], `is not known. ${nameHint(name, known)}`, 'unknown_field');
    }
    return value;
  }

  /** The items of a list of at most `most`; empty, and a problem, if it is none. */
  list(path: FieldPath, value: Json | undefined, most: number): readonly Json[] {
    if (value === undefined) return [];
    if (Array.isArray(value) && value.length <= most) return value as readonly Json[];
    this.add(path, `must be a list of at most ${most} items`, Array.isArray(value) ? 'out_of_range' : 'invalid_type');
    return [];
  }
}

/** `providers[0].baseUrl` */
export function pathText(path: FieldPath): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? part : `${text}.${part}`;
  }, '');
}

export function wholeNumber(min: number, max: number): FieldRule {
  return [
    (value) => Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max,
    `must be a whole number from ${min} to ${max}`,
  ];
}

export function oneOf(choices: readonly string[]): FieldRule {
  return [(value) => choices.includes(value as string), `must be one of ${choices.join(', ')}`];
}

export const flag: FieldRule = [(value) => typeof value === 'boolean', 'must be true or false'];
