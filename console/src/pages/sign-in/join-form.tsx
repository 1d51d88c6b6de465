import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../../api/client.js';
import { Button } from '../../parts/controls/button.js';
import { Problem } from '../../parts/show/problem.js';
import styles from './sign-in.module.css';

interface JoinFormProps {
  readonly token: string;
  /** What the person joins. */
  readonly name: string;
  readonly email: string;
  readonly onDone: () => void;
}

/** For the invited person who is signed in. */
export function JoinForm({ token, name, email, onDone }: JoinFormProps): ReactNode {
  const { mutate, error, isPending } = useMutation({ mutationFn: () => api.invitationLinks.join({ token }), onSuccess: onDone });
  return (
    <div className={styles['form']}>
      {error !== null && <Problem error={error} />}
      <Button look="primary" isWide isPending={isPending} onPress={() => mutate()} autoFocus>
        Join {name}
      </Button>
      <p className={styles['foot']}>You are signed in as {email}.</p>
    </div>
  );
}

interface ForeignSessionProps {
  readonly invited: string;
  readonly signedInAs: string;
  readonly onSignedOut: () => void;
}

/** For another person than the invited one: the session of this browser is theirs. */
export function ForeignSession({ invited, signedInAs, onSignedOut }: ForeignSessionProps): ReactNode {
  const { mutate, error, isPending } = useMutation({ mutationFn: () => api.session.signOut(), onSuccess: onSignedOut });
  return (
    <div className={styles['form']}>
      {error !== null && <Problem error={error} />}
      <p>
        The invitation is for <strong>{invited}</strong>, and this browser is signed in as <strong>{signedInAs}</strong>.
      </p>
      <Button look="primary" isWide isPending={isPending} onPress={() => mutate()}>
        Sign out and continue
      </Button>
    </div>
  );
}
