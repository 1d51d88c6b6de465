import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { signInWaysQuery } from '../../api/session.js';
import { Problem } from '../../parts/show/problem.js';
import { tellConfirmed } from '../../shell/confirmation-channel.js';
import { EntryCard } from '../sign-in/entry-card.js';
import { providerProblem } from '../sign-in/providers/provider-problems.js';

/** Where a provider leads back to after a person has proved who they are in another window: the page that asked continues. */
export function ConfirmedPage(): ReactNode {
  const { problem, provider } = useSearch({ from: '/account/confirmed' });
  const ways = useQuery({ ...signInWaysQuery, enabled: problem !== undefined });
  const name = ways.data?.providers.find(({ id }) => id === provider)?.name ?? 'the provider';
  useEffect(() => {
    if (problem !== undefined) return;
    tellConfirmed();
    // Browsers may keep a window open that has been at another site.
    window.close();
  }, [problem]);
  if (problem !== undefined)
    return (
      <EntryCard title="Not confirmed" intro="Close this window, and try again where you began.">
        <Problem error={new Error(providerProblem(problem, name))} />
      </EntryCard>
    );
  return (
    <EntryCard title="Confirmed" intro="You can close this window. The page where you began continues.">
      {null}
    </EntryCard>
  );
}
