import type { Block } from '#document/document.js';
import { quoted } from '#document/quoted.js';

/** A problem of one sub-block. `what` is the end of a sentence about the block: `needs …`. */
export interface FieldProblem {
  readonly field: string;
  readonly what: string;
  readonly code: string;
}

/** What documents of older editors call the fields. */
const olderNames: Readonly<Record<string, string>> = {
  dailyTime: 'scheduleTime',
  weeklyDayTime: 'scheduleTime',
  monthlyTime: 'scheduleTime',
  startsAt: 'scheduleStartAt',
};

/** Reads sub-blocks of a schedule and collects what is wrong with them. Editors write numbers as text, so both are read. */
export class ScheduleFields {
  readonly problems: FieldProblem[] = [];
  readonly #block: Block;

  constructor(block: Block) {
    this.#block = block;
  }

  /** The trimmed text of a field; undefined for none. */
  text(field: string): string | undefined {
    const value = this.value(field);
    if (typeof value === 'number') return String(value);
    return typeof value === 'string' ? value.trim() || undefined : undefined;
  }

  value(field: string): unknown {
    const older = olderNames[field];
    return this.#written(field) ?? (older === undefined ? undefined : this.#written(older));
  }

  integer(field: string, least: number, most: number, otherwise?: number): number | undefined {
    const text = this.text(field);
    if (text === undefined && this.value(field) === undefined) return otherwise ?? this.missing(field);
    const value = /^\d{1,9}$/.test(text ?? '') ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    return this.refuse(field, `needs a ${field} from ${least} to ${most}`);
  }

  choice<Choice extends string>(field: string, choices: readonly Choice[], otherwise: Choice): Choice | undefined;
  choice<Choice extends string>(field: string, choices: readonly Choice[]): Choice | undefined;
  choice<Choice extends string>(field: string, choices: readonly Choice[], otherwise?: Choice): Choice | undefined {
    if (this.value(field) === undefined) return otherwise ?? this.missing(field);
    const text = this.text(field)?.toLowerCase();
    const chosen = choices.find((choice) => choice.toLowerCase() === text);
    return chosen ?? this.refuse(field, `needs a ${field} of ${choices.join(', ')}`);
  }

  flag(field: string): boolean {
    const value = this.value(field);
    if (value === true || value === 'true') return true;
    if (value !== undefined && value !== false && value !== 'false') this.refuse(field, `needs ${field} to be true or false`);
    return false;
  }

  /** A time such as 09:30, as the minute and the hour of a cron expression. */
  timeOfDay(field: string): string | undefined {
    if (this.value(field) === undefined) return this.missing(field);
    const written = this.text(field) ?? '';
    const [, hour, minute] = /^(\d{1,2}):(\d{2})$/.exec(written) ?? [];
    const isTime = Number(hour) < 24 && Number(minute) < 60;
    return isTime ? `${Number(minute)} ${Number(hour)}` : this.refuse(field, `needs a ${field} as HH:MM, not ${quoted(written)}`);
  }

  missing(field: string): undefined {
    this.problems.push({ field, what: `needs ${field}`, code: 'required' });
  }

  refuse(field: string, what: string): undefined {
    this.problems.push({ field, what, code: 'invalid_value' });
  }

  #written(field: string): unknown {
    const value = Object.hasOwn(this.#block.subBlocks, field) ? this.#block.subBlocks[field]?.value : undefined;
    return value === null || value === '' ? undefined : value;
  }
}
