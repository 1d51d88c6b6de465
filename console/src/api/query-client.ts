import { SluiceError } from '@sluice/client';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { keys } from './keys.js';
import { sessionEnd } from './shared.js';

/** The answers that the pages share. The client itself repeats what may be repeated. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeSessionEnd }),
  mutationCache: new MutationCache({ onError: noticeSessionEnd }),
  defaultOptions: { queries: { retry: false, staleTime: 10_000 } },
});

/** A 401 while someone works here is a session that has ended; before that it is a visitor. */
function noticeSessionEnd(error: unknown): void {
  const isAtWork = queryClient.getQueryData(keys.session) !== undefined;
  if (isAtWork && error instanceof SluiceError && error.status === 401 && error.code === 'UNAUTHORIZED') sessionEnd.set(true);
}
