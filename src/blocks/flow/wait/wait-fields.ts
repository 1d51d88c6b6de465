import type { Json } from '#kernel/json.js';
import { numberIn } from '#engine/values/coerce.js';

export interface Wait {
  readonly ms: number;
  /** The run leaves the process while it waits. */
  readonly isAsync: boolean;
}

/** What is wrong with a wait. `what` continues the name of the field. */
export interface WaitFault {
  readonly field: string;
  readonly what: string;
}

/** The units of a wait as they are written. `async` selects `timeUnitLong`. */
export interface WaitUnits {
  readonly async: boolean;
  readonly timeUnit: Json;
  readonly timeUnitLong: Json;
}

type Units = Readonly<Record<string, number>>;

const minute = 60_000;
const day = 24 * 60 * minute;

export const shortUnits: Units = { seconds: 1_000, minutes: minute };
export const longUnits: Units = { minutes: minute, hours: 60 * minute, days: day };
export const defaultAmount = 10;

interface Kind {
  readonly field: 'timeUnit' | 'timeUnitLong';
  readonly units: Units;
  readonly mostMs: number;
  readonly most: string;
}

const inProcess: Kind = {
  field: 'timeUnit',
  units: shortUnits,
  mostMs: 5 * minute,
  most: '5 minutes; set async to wait longer',
};
const away: Kind = {
  field: 'timeUnitLong',
  units: longUnits,
  mostMs: 30 * day,
  most: '30 days',
};

/** The length and the kind of a wait. `amount` is the resolved `timeValue`; null before a run, if it has placeholders. */
export function readWait(written: WaitUnits, amount: string | null): Wait | WaitFault {
  const { field, units, mostMs, most } = written.async ? away : inProcess;
  const unitMs = unitOf(units, written[field]);
  if (unitMs === undefined) return { field, what: `must be one of ${Object.keys(units).join(', ')}` };
  const count = amount === null ? 0 : numberIn(amount);
  if (count === null || count < 0) return { field: 'timeValue', what: 'must be a number of 0 or more' };
  const ms = Math.round(count * unitMs);
  return ms > mostMs ? { field: 'timeValue', what: `must not be more than ${most}` } : { ms, isAsync: written.async };
}

function unitOf(units: Units, unit: Json): number | undefined {
  return typeof unit === 'string' && Object.hasOwn(units, unit) ? units[unit] : undefined;
}
