import type { ClientBase, Pool } from 'pg';

const againMs = 250;

/**
 * From the moment on at which the signal is given, ends whatever statement the connection is at: an index that is built, a lock that is waited
 * for. It fails with *query_canceled*.
 * @returns how to stop it. Then the connection may be used for other things
 */
export async function cancelOnAbort(client: ClientBase, pool: Pool, signal: AbortSignal | undefined): Promise<() => Promise<void>> {
  if (signal === undefined) return async () => undefined;
  const pid = await client.query<{ pid: number }>('select pg_backend_pid() as pid').then(
    ({ rows }) => rows[0]?.pid,
    () => undefined,
  );
  // A connection that is broken fails at the next statement of the caller, who releases it then.
  if (pid === undefined) return async () => undefined;
  let timer: NodeJS.Timeout | undefined;
  let sent: Promise<unknown> = Promise.resolve();
  const cancel = (): void => {
    sent = pool.query('select pg_cancel_backend($1)', [pid]).catch(() => undefined);
    // The connection may have been between two statements.
    timer = setTimeout(cancel, againMs);
  };
  if (signal.aborted) cancel();
  signal.addEventListener('abort', cancel, { once: true });
  return async () => {
    signal.removeEventListener('abort', cancel);
    clearTimeout(timer);
    await sent;
  };
}
