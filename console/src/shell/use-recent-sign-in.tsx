import { SluiceError } from '@sluice/client';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { api } from '../api/client.js';
import { Button } from '../parts/controls/button.js';
import { TextField } from '../parts/controls/text-field.js';
import { Dialog, DialogButtons } from '../parts/overlays/dialog.js';
import { Problem } from '../parts/show/problem.js';

interface RecentSignIn {
  /** Does what the server may refuse until the password was entered again, and asks for the password in that case. */
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
    dialog: asked !== undefined && <PasswordDialog onConfirmed={asked.confirmed} onClose={() => asked.refused(undefined)} />,
  };
}

function PasswordDialog({ onConfirmed, onClose }: { readonly onConfirmed: () => void; readonly onClose: () => void }): ReactNode {
  const [proof, setProof] = useState('');
  const [isCode, setIsCode] = useState(false);
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => api.session.confirm(isCode ? { code: proof } : { password: proof }),
    onSuccess: onConfirmed,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    mutate();
  };
  return (
    <Dialog title="Enter your password to continue" isOpen onClose={onClose}>
      <form onSubmit={submit}>
        {error !== null && <Problem error={error} />}
        <TextField
          key={String(isCode)}
          label={isCode ? 'Code' : 'Password'}
          type={isCode ? 'text' : 'password'}
          autoComplete={isCode ? 'one-time-code' : 'current-password'}
          value={proof}
          onChange={setProof}
          isRequired
          autoFocus
        />
        <DialogButtons>
          <Button
            look="quiet"
            onPress={() => {
              setIsCode(!isCode);
              setProof('');
            }}
          >
            {isCode ? 'Use the password' : 'Use a code'}
          </Button>
          <Button onPress={onClose}>Back</Button>
          <Button type="submit" look="primary" isPending={isPending}>
            Continue
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
