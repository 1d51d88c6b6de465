import type { Pool } from 'pg';

/** How many statements were sent over a pool meanwhile; notifications between processes, which no caller waits for, do not count. */
export async function statementsDuring(
  pool: Pool,
  act: () => PromiseLike<unknown>,
  names: (name: string) => boolean = isNoSignal,
): Promise<number> {
  const query = pool.query.bind(pool) as (...parameters: unknown[]) => unknown;
  let count = 0;
  const counting = (...parameters: unknown[]): unknown => {
    if (names((parameters[0] as { name?: string }).name ?? '')) count += 1;
    return query(...parameters);
  };
  Object.assign(pool, { query: counting });
  try {
    await act();
  } finally {
    Object.assign(pool, { query });
  }
  return count;
}

const isNoSignal = (name: string): boolean => name !== 'signal';
