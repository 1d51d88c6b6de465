import { SluiceError } from '@sluice/client';
import { useState, type ReactNode } from 'react';
import { ConfirmDialog } from './confirm-dialog.js';

interface RecentSignIn {
  /** Does what the server may refuse until the person has proved again who they are, and asks for that. */
  readonly run: <Result>(action: () => Promise<Result>) => Promise<Result>;
  readonly dialog: ReactNode;
}

interface Asked {
  readonly confirmed: () => void;
  readonly refused: (error: unknown) => void;
}

/** For actions that need a recent sign-in. */
export function useRecentSignIn(): RecentSignIn {
  const [asked, setAsked] = useState<Asked>();
  return {
    run: async (action) => {
      try {
        return await action();
      } catch (error) {
        if (!(error instanceof SluiceError) || error.code !== 'RECENT_SIGN_IN_REQUIRED') throw error;
        await new Promise<void>((confirmed, refused) => setAsked({ confirmed, refused: () => refused(error) }));
        return action();
      } finally {
        setAsked(undefined);
      }
    },
    dialog: asked !== undefined && <ConfirmDialog onConfirmed={asked.confirmed} onClose={() => asked.refused(undefined)} />,
  };
}
