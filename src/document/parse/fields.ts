import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import type { DocumentProblem } from '../document.js';
import { shortened } from '../quoted.js';
import { documentLimits } from '../document-limits.js';
import type { ParseProblems } from './faults/parse-problems.js';
import { droppedMember, type DocumentPart } from './faults/read-members.js';

/** The subject of a problem. `label` starts its message, `path` its field. `at` is where the object is in the JSON that is parsed. */
interface Place {
  readonly at: readonly (string | number)[];
  readonly label?: string;
  readonly path?: string;
  readonly blockId?: string;
  readonly edgeId?: string;
}

/** As keys, these would reach the prototype of a plain object. */
const reservedIds: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

export function isId(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= documentLimits.idLength && !reservedIds.has(value);
}

export const idRule = `must be a string of 1 to ${documentLimits.idLength} characters and none of ${[...reservedIds].join(', ')}`;

/**
 * Reads the fields of one JSON object. A field of the wrong type is reported as a problem and replaced by a default, so that all problems
 * are found. Null equals absent.
 */
export class Fields {
  constructor(
    readonly source: JsonObject,
    private readonly place: Place,
    private readonly problems: ParseProblems,
  ) {}

  id(field: string): string {
    const value = this.value(field);
    if (isId(value)) return value;
    this.refuse(field, idRule, value === undefined ? 'required' : 'invalid_id');
    return '';
  }

  text(field: string): string {
    const value = this.value(field);
    if (typeof value === 'string' && value !== '') return value;
    this.refuse(field, 'must be a non-empty string', value === undefined ? 'required' : 'wrong_type');
    return '';
  }

  optionalText(field: string, fallback: string): string {
    return this.optional(field, fallback, 'a string', (value) => (typeof value === 'string' ? value : undefined));
  }

  flag(field: string, fallback: boolean): boolean {
    return this.optional(field, fallback, 'true or false', (value) => (typeof value === 'boolean' ? value : undefined));
  }

  number(field: string, fallback: number): number {
    return this.optional(field, fallback, 'a number', (value) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined));
  }

  record(field: string): JsonObject {
    return this.optional(field, {}, 'an object', (value) => (isJsonObject(value) ? value : undefined));
  }

  requiredRecord(field: string): JsonObject {
    if (this.value(field) === undefined) this.refuse(field, 'must be an object', 'required');
    return this.record(field);
  }

  list(field: string): readonly Json[] {
    const value = this.value(field);
    if (Array.isArray(value)) return value as readonly Json[];
    this.refuse(field, 'must be a list', value === undefined ? 'required' : 'wrong_type');
    return [];
  }

  has(field: string): boolean {
    return this.value(field) !== undefined;
  }

  /** The fields of a nested object; empty if it is absent. */
  inside(field: string): Fields {
    return new Fields(this.record(field), { ...this.place, path: this.pathOf(field), at: [...this.place.at, field] }, this.problems);
  }

  /** The fields of a nested object that is known to be one. */
  member(field: string, source: JsonObject): Fields {
    return new Fields(source, { ...this.place, path: this.pathOf(shortened(field)), at: [...this.place.at, field] }, this.problems);
  }

  refuse(field: string, rule: string, code: string): void {
    this.problems.add({ ...this.found(field, rule, code), path: [...this.place.at, field] });
  }

  /** Warns about members that are not read, unless editors keep them for themselves. */
  warnOfOthers(part: DocumentPart): void {
    for (const name of Object.keys(this.source)) {
      const rule = droppedMember(part, name);
      if (rule !== undefined) this.problems.dropped.add(this.found(shortened(name), rule, 'unknown_field'));
    }
  }

  /** A value that is not kept as it was written. */
  warn(field: string, rule: string, code: string): void {
    this.problems.dropped.add(this.found(field, rule, code));
  }

  private found(field: string, rule: string, code: string): DocumentProblem {
    const { label, path: _, at: __, ...about } = this.place;
    const path = this.pathOf(field);
    return { ...about, field: path, message: `${label === undefined ? '' : `${label}: `}${path} ${rule}`, code };
  }

  private pathOf(field: string): string {
    return this.place.path === undefined ? field : `${this.place.path}.${field}`;
  }

  private value(field: string): Json | undefined {
    return this.source[field] ?? undefined;
  }

  private optional<Value>(field: string, fallback: Value, expected: string, read: (value: Json) => Value | undefined): Value {
    const value = this.value(field);
    if (value === undefined) return fallback;
    const found = read(value);
    if (found === undefined) this.refuse(field, `must be ${expected}`, 'wrong_type');
    return found ?? fallback;
  }
}
