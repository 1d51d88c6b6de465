import { Cron } from 'croner';
import { LRUCache } from 'lru-cache';

/** A parsed expression takes 80 KB. */
const parsed = new LRUCache<string, Cron>({ max: 100 });
const longestExpression = 200;
/** Expressions repeat within 400 years whatever the time is, so that the answer depends on the expression alone. */
const anyTime = new Date('2026-01-01T00:00:00.000Z');

/** Why an expression cannot be used; undefined if it can. `zone` must be a time zone. */
export function cronProblem(expression: string, zone: string): string | undefined {
  try {
    return cronOf(expression, zone).nextRun(anyTime) === null ? 'which never comes' : undefined;
  } catch {
    return 'which is not a cron expression of five or six fields';
  }
}

/** An expression with single spaces between its fields. */
export function tidyCron(expression: string): string {
  return expression.trim().replace(/\s+/g, ' ');
}

/** @throws for what is not an expression of five or six fields */
export function cronOf(expression: string, zone: string): Cron {
  const key = `${zone} ${expression}`;
  const known = parsed.get(key);
  if (known !== undefined) return known;
  // The library takes a text with a colon for a single date.
  if (expression.length > longestExpression || expression.includes(':')) throw new Error('Not a cron expression');
  const cron = new Cron(expression, { mode: '5-or-6-parts', timezone: zone, domAndDow: false, paused: true });
  parsed.set(key, cron);
  return cron;
}

/** Whether a name is a time zone of IANA or an offset such as +02:00. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
