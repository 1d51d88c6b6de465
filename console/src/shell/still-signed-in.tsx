import type { ReactNode } from 'react';
import { Button } from '../parts/controls/button.js';
import { Dialog, DialogButtons } from '../parts/overlays/dialog.js';
import { Problem } from '../parts/show/problem.js';
import { signOut, signOutError } from './sign-out.js';
import { useShared } from './use-shared.js';

/** Says that signing out has failed. */
export function StillSignedIn(): ReactNode {
  const error = useShared(signOutError);
  const close = (): void => signOutError.set(undefined);
  return (
    <Dialog title="You are still signed in" isOpen={error !== undefined} onClose={close}>
      <Problem error={error} />
      <DialogButtons>
        <Button onPress={close}>Cancel</Button>
        <Button look="primary" onPress={() => void signOut()}>
          Sign out again
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
