import { WrongUsage } from '../../failure.js';

const unitsMs = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

/** The time of `--expires`, ISO 8601: a date, or a time from now. @throws WrongUsage when it is neither or in the past */
export function expiryOf(text: string, now: Date): string {
  const [, count, unit] = /^(\d{1,5})([mhdw])$/.exec(text) ?? [];
  const at = count === undefined ? Date.parse(text) : now.getTime() + Number(count) * unitsMs[unit as keyof typeof unitsMs];
  if (Number.isNaN(at))
    throw new WrongUsage(`--expires takes a date such as 2031-01-01, or a time from now such as 30m, 12h, 90d or 8w, got "${text}"`);
  if (at <= now.getTime()) throw new WrongUsage(`--expires ${text} is in the past`);
  return new Date(at).toISOString();
}
