import type { CallOptions } from '@sluice/client';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { queryClient } from '../../api/query-client.js';
import { EntryCard } from './entry-card.js';
import { LinkProblem } from './link-problem.js';
import { takeLinkToken } from './link-token.js';
import { PasswordForm, type NewPerson } from './password-form.js';

interface LinkPageProps {
  readonly title: string;
  readonly introFor: (email: string) => string;
  /** Where another link comes from. */
  readonly remedy: string;
  readonly isNew: boolean;
  readonly action: string;
  readonly read: (options: CallOptions) => Promise<{ readonly email: string; readonly name: string }>;
  readonly claim: (token: string, person: NewPerson) => Promise<unknown>;
}

/** The page of a one-time link with which a person chooses a password. */
export function LinkPage({ title, introFor, remedy, isNew, action, read, claim }: LinkPageProps): ReactNode {
  const [token] = useState(takeLinkToken);
  const navigate = useNavigate();
  const link = useQuery({
    queryKey: ['link', token],
    queryFn: ({ signal }) => read({ signal, headers: { 'X-Link-Token': token } }),
    enabled: token !== '',
  });
  const enter = (): void => {
    queryClient.clear();
    void navigate({ to: '/', replace: true });
  };
  if (token === '' || link.isLoadingError) {
    return <LinkProblem error={link.error} remedy={remedy} />;
  }
  return (
    <EntryCard title={title} intro={link.data === undefined ? ' ' : introFor(link.data.email)}>
      {link.data !== undefined && (
        <PasswordForm
          email={link.data.email}
          name={link.data.name}
          isNew={isNew}
          action={action}
          claim={(person) => claim(token, person)}
          onDone={enter}
        />
      )}
    </EntryCard>
  );
}
