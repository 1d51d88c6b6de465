import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { api } from '../api/client.js';
import { sessionEnd } from '../api/shared.js';
import { signInWaysQuery, useSession } from '../api/session.js';
import { ProviderLinks } from '../pages/sign-in/providers/provider-links.js';
import { SignInForm } from '../pages/sign-in/sign-in-form.js';
import { Dialog } from '../parts/overlays/dialog.js';
import { Problem } from '../parts/show/problem.js';
import { confirmedPath, onConfirmed } from './confirmation-channel.js';
import { useShared } from './use-shared.js';

/** Asks the same person to sign in once more, over the page as it is: nothing that they have typed is lost. */
export function SignInAgain(): ReactNode {
  const isOver = useShared(sessionEnd);
  const { user } = useSession();
  const queries = useQueryClient();
  const goOn = (): void => {
    sessionEnd.set(false);
    void queries.invalidateQueries();
  };
  return (
    <Dialog title="Sign in again" isOpen={isOver}>
      <p>Your session has ended. The page stays as it is.</p>
      {isOver && <AtProviders userId={user.id} email={user.email} onSignedIn={goOn} />}
      <SignInForm email={user.email} onSignedIn={goOn} />
      <a href="/login">Sign in as someone else</a>
    </Dialog>
  );
}

interface AtProvidersProps {
  readonly userId: string;
  readonly email: string;
  readonly onSignedIn: () => void;
}

/** The providers are visited in another window, which says when the person has signed in there. */
function AtProviders({ userId, email, onSignedIn }: AtProvidersProps): ReactNode {
  const ways = useQuery(signInWaysQuery);
  const look = useMutation({
    mutationFn: async () => {
      const { data } = await api.session.get();
      if (data.user.id !== userId) throw new Error(`You have signed in as ${data.user.email}. This page belongs to ${email}.`);
    },
    onSuccess: onSignedIn,
  });
  const confirmed = useEffectEvent(() => look.mutate());
  useEffect(() => onConfirmed(() => confirmed()), []);
  return (
    <>
      {look.error !== null && <Problem error={look.error} />}
      <ProviderLinks providers={ways.data?.providers ?? []} next={confirmedPath} onVisit={(address) => window.open(address, '_blank')} />
    </>
  );
}
