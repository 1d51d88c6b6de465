import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sessionEnd } from '../api/shared.js';
import { useSession } from '../api/session.js';
import { SignInForm } from '../pages/sign-in/sign-in-form.js';
import { Dialog } from '../parts/overlays/dialog.js';
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
      <SignInForm email={user.email} onSignedIn={goOn} />
      <a href="/login">Sign in as someone else</a>
    </Dialog>
  );
}
