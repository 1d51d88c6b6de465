import type { Json, JsonObject } from '#kernel/json.js';
import { coerce, numberIn } from '#engine/values/coerce.js';

export interface Wait {
  readonly ms: number;
  /** The run leaves the process while it waits. */
  readonly isAsync: boolean;
}

export interface WaitFault {
  readonly field: string;
  /** Goes on after the name of the field. */
  readonly what: string;
}

type Units = Readonly<Record<string, number>>;

const minute = 60_000;
const day = 24 * 60 * minute;

export const shortUnits: Units = { seconds: 1_000, minutes: minute };
export const longUnits: Units = { minutes: minute, hours: 60 * minute, days: day };
export const defaultAmount = 10;

interface Kind {
  readonly field: string;
  readonly units: Units;
  readonly unit: (params: JsonObject) => Json;
  readonly mostMs: number;
  readonly most: string;
}

const inProcess: Kind = {
  field: 'timeUnit',
  units: shortUnits,
  unit: (params) => params['timeUnit'] ?? 'seconds',
  mostMs: 5 * minute,
  most: '5 minutes; set async to wait longer',
};
const away: Kind = {
  field: 'timeUnitLong',
  units: longUnits,
  unit: (params) => params['timeUnitLong'] ?? 'minutes',
  mostMs: 30 * day,
  most: '30 days',
};

/** How long a block waits, and how. `amount` is `timeValue` with data put in; null when it is not known yet. */
export function readWait(params: JsonObject, amount: string | null): Wait | WaitFault {
  const isAsync = coerce('boolean', params['async'] ?? false) === true;
  const { field, units, unit, mostMs, most } = isAsync ? away : inProcess;
  const unitMs = unitOf(units, unit(params));
  if (unitMs === undefined) return { field, what: `must be one of ${Object.keys(units).join(', ')}` };
  const count = amount === null ? 0 : numberIn(amount);
  if (count === null || count < 0) return { field: 'timeValue', what: 'must be a number of 0 or more' };
  const ms = Math.round(count * unitMs);
  return ms > mostMs ? { field: 'timeValue', what: `must not be more than ${most}` } : { ms, isAsync };
}

function unitOf(units: Units, unit: Json): number | undefined {
  return typeof unit === 'string' && Object.hasOwn(units, unit) ? units[unit] : undefined;
}
