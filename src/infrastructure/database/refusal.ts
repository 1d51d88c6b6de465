import type { DatabaseError } from 'pg';

/** The database has answered and said no, so nothing of the statement is written. Other failures leave that open. */
export function isRefusal(error: unknown): error is DatabaseError {
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' && /^(22|23|40|42|53|54)/.test(code);
}
