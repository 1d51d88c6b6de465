import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import { Button } from '../../parts/controls/button.js';
import { Time } from '../../parts/show/amount.js';
import { Problem } from '../../parts/show/problem.js';
import { Skeleton } from '../../parts/show/small-parts.js';
import { signOut } from '../../shell/sign-out.js';
import { Section } from '../../shell/sections.js';
import styles from './account.module.css';
import { browserName } from './browser-name.js';

/** Where the person is signed in. */
export function SessionsSection(): ReactNode {
  const queries = useQueryClient();
  const sessions = useQuery({
    queryKey: [...keys.account, 'sessions'],
    queryFn: async ({ signal }) => (await api.userSessions.list({ signal })).data,
  });
  const onSuccess = (): Promise<void> => queries.invalidateQueries({ queryKey: keys.account });
  const end = useMutation({ mutationFn: (id: string) => api.userSessions.end(id), onSuccess });
  const endOthers = useMutation({ mutationFn: () => api.userSessions.endOthers(), onSuccess });
  const error = sessions.error ?? end.error ?? endOthers.error;
  const others = sessions.data?.filter(({ isCurrent }) => !isCurrent) ?? [];
  return (
    <Section title="Sessions">
      <div className={styles['choices']}>
        {error !== null && <Problem error={error} />}
        {sessions.isPending && <Skeleton width="320px" />}
        <ul className={styles['sessions']}>
          {sessions.data?.map(({ id, agent, address, lastSeenAt, isCurrent }) => (
            <li key={id}>
              <div>
                <strong>{browserName(agent)}</strong>
                <p>
                  {address ?? 'Unknown address'} · {isCurrent ? 'this browser' : <Time at={lastSeenAt} />}
                </p>
              </div>
              <Button
                aria-label={isCurrent ? 'Sign out here' : `Sign out ${browserName(agent)} at ${address ?? 'an unknown address'}`}
                onPress={() => (isCurrent ? void signOut() : end.mutate(id))}
              >
                Sign out
              </Button>
            </li>
          ))}
        </ul>
        {others.length > 0 && (
          <Button isPending={endOthers.isPending} onPress={() => endOthers.mutate()}>
            Sign out everywhere else
          </Button>
        )}
      </div>
    </Section>
  );
}
