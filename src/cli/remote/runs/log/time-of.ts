import { WrongUsage } from '../../../failure.js';

const unitsMs = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

/** The time of an option, ISO 8601: a date, or a time ago. @throws WrongUsage when it is neither */
export function timeOf(option: string, text: string, now: Date): string {
  const [, count, unit] = /^(\d{1,6})([mhdw])$/.exec(text) ?? [];
  const at = count === undefined ? Date.parse(text) : now.getTime() - Number(count) * unitsMs[unit as keyof typeof unitsMs];
  if (Number.isNaN(at))
    throw new WrongUsage(`${option} takes a date such as 2031-01-01, or a time ago such as 30m, 12h or 7d, got "${text}"`);
  return new Date(at).toISOString();
}
