import type { DatabaseError } from 'pg';
import { isDatabaseOutage } from './database-outage.js';

/** The database has answered and said no, so nothing of the statement is written. Other failures leave that open. */
export function isRefusal(error: unknown): error is DatabaseError {
  return /^(22|23|40|42|53|54)/.test(stateOf(error));
}

/** What was given to the database is at fault: it will say no to the same again, at any time. */
export function isLastingRefusal(error: unknown): error is DatabaseError {
  return /^(22|23|42|54)/.test(stateOf(error));
}

/** The moment is at fault, be it a lost connection, a full disk or a deadlock: the same may work later. */
export function isPassing(error: unknown): boolean {
  return /^(08|40|53|55|57|58)/.test(stateOf(error)) || isDatabaseOutage(error);
}

function stateOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && code.length === 5 ? code : '';
}
