import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState, type FormEvent, type ReactNode } from 'react';
import { api } from '../api/client.js';
import { identitiesQuery } from '../api/session.js';
import { Button } from '../parts/controls/button.js';
import { TextField } from '../parts/controls/text-field.js';
import { Dialog, DialogButtons } from '../parts/overlays/dialog.js';
import overlays from '../parts/overlays/overlays.module.css';
import { Problem } from '../parts/show/problem.js';
import { Skeleton } from '../parts/show/small-parts.js';
import { confirmedPath, onConfirmed as whenConfirmed } from './confirmation-channel.js';

interface ConfirmDialogProps {
  readonly onConfirmed: () => void;
  readonly onClose: () => void;
}

/** Asks the person to prove again who they are: by their password or a code, or at a provider with which they sign in. */
export function ConfirmDialog({ onConfirmed, onClose }: ConfirmDialogProps): ReactNode {
  const { data, isPending } = useQuery(identitiesQuery);
  const providers = data?.identities.filter(({ providerName }) => providerName !== null) ?? [];
  // Without an answer the password is tried: the server says what is wrong with it.
  const hasPassword = data?.hasPassword ?? true;
  return (
    <Dialog title="Confirm that it is you" isOpen onClose={onClose}>
      {isPending ? (
        <Skeleton width="100%" />
      ) : (
        <>
          {providers.length > 0 && <ProviderConfirmation providers={providers} onConfirmed={onConfirmed} />}
          {hasPassword ? <ProofForm onConfirmed={onConfirmed} onClose={onClose} /> : <CloseButton onClose={onClose} />}
        </>
      )}
    </Dialog>
  );
}

function CloseButton({ onClose }: { readonly onClose: () => void }): ReactNode {
  return (
    <DialogButtons>
      <Button onPress={onClose}>Cancel</Button>
    </DialogButtons>
  );
}

function ProofForm({ onConfirmed, onClose }: ConfirmDialogProps): ReactNode {
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
    <form className={overlays['form']} onSubmit={submit}>
      <p>You signed in a while ago. This takes a proof that it is still you.</p>
      <TextField
        key={String(isCode)}
        label={isCode ? 'Code' : 'Password'}
        type={isCode ? 'text' : 'password'}
        autoComplete={isCode ? 'one-time-code' : 'current-password'}
        value={proof}
        onChange={setProof}
        problem={error?.message}
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
        <Button onPress={onClose}>Cancel</Button>
        <Button type="submit" look="primary" isPending={isPending}>
          Continue
        </Button>
      </DialogButtons>
    </form>
  );
}

interface ProviderConfirmationProps {
  readonly providers: readonly { readonly provider: string; readonly providerName: string | null }[];
  readonly onConfirmed: () => void;
}

/** The provider is visited in another window, so that nothing that was typed on this page is lost. */
function ProviderConfirmation({ providers, onConfirmed }: ProviderConfirmationProps): ReactNode {
  const confirmed = useEffectEvent(onConfirmed);
  useEffect(() => whenConfirmed(() => confirmed()), []);
  const visit = useMutation({
    mutationFn: async ({ provider, place }: { readonly provider: string; readonly place: Window | null }) => {
      if (place === null) throw new Error('The browser did not open a window. Allow windows of this address, then try again.');
      try {
        const { data } = await api.identities.confirm({ provider, next: confirmedPath });
        place.location.assign(data.address);
      } catch (error) {
        place.close();
        throw error;
      }
    },
  });
  return (
    <>
      {visit.error !== null && <Problem error={visit.error} />}
      {providers.map(({ provider, providerName }) => (
        // Browsers open a window at a press alone, before the address is known.
        <Button
          key={provider}
          isWide
          isPending={visit.isPending}
          onPress={() => visit.mutate({ provider, place: window.open('', '_blank') })}
        >
          Continue with {providerName}
        </Button>
      ))}
      {visit.isSuccess && <p>Sign in at the window that has opened. Then this page continues.</p>}
    </>
  );
}
