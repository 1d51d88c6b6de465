import { isJsonObject, type Json } from '#kernel/json.js';
import type { Block } from '#document/document.js';
import { quoted } from '#document/quoted.js';

/** A problem of one sub-block. `what` is the end of a sentence about the block: `needs …`. */
export interface FieldProblem {
  readonly field: string;
  readonly what: string;
  readonly code: string;
}

/** Reads sub-blocks of a trigger and collects what is wrong with them. Editors write numbers and flags as text, so both are read. */
export class BlockFields {
  readonly problems: FieldProblem[] = [];
  readonly #block: Block;
  readonly #olderNames: Readonly<Record<string, string>>;

  /** @param olderNames what documents of older editors call some of the fields */
  constructor(block: Block, olderNames: Readonly<Record<string, string>> = {}) {
    this.#block = block;
    this.#olderNames = olderNames;
  }

  /** The trimmed text of a field; undefined for none. */
  text(field: string): string | undefined {
    const value = this.value(field);
    if (typeof value === 'number') return String(value);
    return typeof value === 'string' ? value.trim() || undefined : undefined;
  }

  /** The text of a field as it is written, with the space around it: of a secret or a prefix. Empty for none. */
  exactText(field: string): string {
    const value = this.value(field);
    return typeof value === 'string' ? value : (this.text(field) ?? '');
  }

  /** The items of a list, or of a text with commas. */
  list(field: string): readonly string[] {
    const value = this.value(field);
    if (typeof value === 'object' && !Array.isArray(value)) this.refuse(field, `needs ${field} as a list`);
    const items: readonly unknown[] = Array.isArray(value) ? value : (this.text(field) ?? '').split(',');
    return items.map((item) => String(item).trim()).filter((item) => item !== '');
  }

  value(field: string): unknown {
    const older = this.#olderNames[field];
    return this.#written(field) ?? (older === undefined ? undefined : this.#written(older));
  }

  integer(field: string, least: number, most: number, otherwise?: number): number | undefined {
    const text = this.text(field);
    const what = `needs a ${field} from ${least} to ${most}`;
    if (text === undefined && this.value(field) === undefined) return otherwise ?? this.missing(field, what);
    const value = /^\d{1,9}$/.test(text ?? '') ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    return this.refuse(field, what);
  }

  choice<Choice extends string>(field: string, choices: readonly Choice[], otherwise: Choice): Choice | undefined;
  choice<Choice extends string>(field: string, choices: readonly Choice[]): Choice | undefined;
  choice<Choice extends string>(field: string, choices: readonly Choice[], otherwise?: Choice): Choice | undefined {
    const what = `needs a ${field} of ${choices.join(', ')}`;
    if (this.value(field) === undefined) return otherwise ?? this.missing(field, what);
    const text = this.text(field)?.toLowerCase();
    const chosen = choices.find((choice) => choice.toLowerCase() === text);
    return chosen ?? this.refuse(field, what);
  }

  flag(field: string, otherwise = false): boolean {
    const value = this.value(field) ?? otherwise;
    if (value === true || value === 'true') return true;
    if (value !== false && value !== 'false') this.refuse(field, `needs ${field} to be true or false`);
    return false;
  }

  /** A time such as 09:30, as the minute and the hour of a cron expression. */
  timeOfDay(field: string): string | undefined {
    if (this.value(field) === undefined) return this.missing(field, 'needs a time of day such as 07:30');
    const written = this.text(field) ?? '';
    const [, hour, minute] = /^(\d{1,2}):(\d{2})$/.exec(written) ?? [];
    const isTime = Number(hour) < 24 && Number(minute) < 60;
    return isTime ? `${Number(minute)} ${Number(hour)}` : this.refuse(field, `needs a ${field} as HH:MM, not ${quoted(written)}`);
  }

  missing(field: string, what = `needs ${field}`): undefined {
    this.problems.push({ field, what, code: 'required' });
  }

  refuse(field: string, what: string): undefined {
    this.problems.push({ field, what, code: 'invalid_value' });
  }

  /** Editors store a copy of all fields as `triggerConfig`, which counts where the field itself is absent. */
  #written(field: string): unknown {
    const value = this.#subBlock(field);
    if (value !== undefined) return value;
    const copy = this.#subBlock('triggerConfig');
    const copied = isJsonObject(copy) && Object.hasOwn(copy, field) ? copy[field] : undefined;
    return copied === null || copied === '' ? undefined : copied;
  }

  #subBlock(field: string): Json | undefined {
    const value = Object.hasOwn(this.#block.subBlocks, field) ? this.#block.subBlocks[field]?.value : undefined;
    return value === null || value === '' ? undefined : value;
  }
}
