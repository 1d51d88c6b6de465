import { SluiceError } from '@sluice/client';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { keys } from './keys.js';
import { sessionEnd } from './shared.js';

/**
 * Invalidating a query joins its first read when that is on its way, whose answer may be older than the change that invalidates it. This
 * client then reads once more.
 */
class Queries extends QueryClient {
  override async invalidateQueries(...[filters, options]: Parameters<QueryClient['invalidateQueries']>): Promise<void> {
    const first = this.getQueryCache()
      .findAll(filters ?? {})
      .filter(({ state: { data, fetchStatus } }) => data === undefined && fetchStatus !== 'idle');
    await super.invalidateQueries(filters, options);
    if (first.length > 0) await super.invalidateQueries({ ...filters, predicate: (query) => first.includes(query) }, options);
  }
}

/** The answers that the pages share. The client itself repeats what may be repeated. */
export const queryClient: QueryClient = new Queries({
  queryCache: new QueryCache({ onError: noticeSessionEnd }),
  mutationCache: new MutationCache({ onError: noticeSessionEnd }),
  defaultOptions: { queries: { retry: false, staleTime: 10_000 } },
});

/** A 401 while someone works here is a session that has ended; before that it is a visitor. */
function noticeSessionEnd(error: unknown): void {
  const isAtWork = queryClient.getQueryData(keys.session) !== undefined;
  if (isAtWork && error instanceof SluiceError && error.status === 401 && error.code === 'UNAUTHORIZED') sessionEnd.set(true);
}
