import { SluiceError } from '@sluice/client';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api } from '../../api/client.js';
import { queryClient } from '../../api/query-client.js';
import { signInWaysQuery } from '../../api/session.js';
import { Problem } from '../../parts/show/problem.js';
import { safePath } from '../paths.js';
import { EntryCard } from './entry-card.js';
import { ProviderLinks } from './providers/provider-links.js';
import { providerProblem } from './providers/provider-problems.js';
import { SignInForm } from './sign-in-form.js';
import styles from './sign-in.module.css';

export function SignInPage(): ReactNode {
  const { next, problem, provider } = useSearch({ from: '/login' });
  const navigate = useNavigate();
  const place = useQuery({ queryKey: ['unsafe-place'], queryFn: problemOfPlace, enabled: !globalThis.isSecureContext });
  const ways = useQuery(signInWaysQuery);
  const providers = ways.data?.providers ?? [];
  const name = providers.find(({ id }) => id === provider)?.name ?? 'the provider';
  const enter = (): void => {
    queryClient.clear();
    // The page for answers is one of the server and not of the console.
    if (safePath(next).startsWith('/resume/')) return globalThis.location.replace(safePath(next));
    void navigate({ href: safePath(next), replace: true });
  };
  return (
    <EntryCard title="Sign in">
      {problem !== undefined && ways.data !== undefined && <Problem error={new Error(providerProblem(problem, name))} />}
      <ProviderLinks providers={providers} next={safePath(next)} />
      {(globalThis.isSecureContext || place.data === null) && <SignInForm onSignedIn={enter} />}
      {place.data !== null && place.data !== undefined && <Problem error={place.data} />}
      <p className={styles['foot']}>No password yet? An operator of this server can make you a link with which you choose one.</p>
    </EntryCard>
  );
}

/** What the server has against a password at this address. It is asked before one is typed. */
async function problemOfPlace(): Promise<Error | null> {
  try {
    await api.links.getRecovery();
    return null;
  } catch (error) {
    const isUnsafe = error instanceof SluiceError && ['PLAIN_HTTP', 'WRONG_HOST'].includes(error.code);
    return isUnsafe ? error : null;
  }
}
