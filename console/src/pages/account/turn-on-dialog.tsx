import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { api } from '../../api/client.js';
import { Button } from '../../parts/controls/button.js';
import { TextField } from '../../parts/controls/text-field.js';
import { Dialog, DialogButtons } from '../../parts/overlays/dialog.js';
import { Problem } from '../../parts/show/problem.js';
import { Code } from '../../parts/show/small-parts.js';
import styles from './account.module.css';
import { QrCode } from './qr-code.js';

export interface BegunFactor {
  readonly secret: string;
  readonly uri: string;
}

interface TurnOnDialogProps {
  readonly begun: BegunFactor;
  readonly onClose: () => void;
  readonly onEnabled: (recoveryCodes: readonly string[]) => void;
}

/** The app gets the secret, and shows with a code that it has it. */
export function TurnOnDialog({ begun: { secret, uri }, onClose, onEnabled }: TurnOnDialogProps): ReactNode {
  const [code, setCode] = useState('');
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () => (await api.secondFactor.enable({ code })).data.recoveryCodes,
    onSuccess: onEnabled,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    mutate();
  };
  return (
    <Dialog title="Turn on the second factor" isOpen onClose={onClose}>
      <form className={styles['form']} onSubmit={submit}>
        <p>Scan the code with your authenticator app, or type the key.</p>
        <QrCode text={uri} label="Key for your authenticator app" />
        <Code text={secret.replaceAll(/.{4}(?=.)/g, '$& ')} label="Copy key" />
        {error !== null && <Problem error={error} />}
        <TextField
          label="Code"
          help="The six digits that the app shows now"
          autoComplete="one-time-code"
          inputMode="numeric"
          value={code}
          onChange={setCode}
          isRequired
          autoFocus
        />
        <DialogButtons>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isPending={isPending}>
            Turn on
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
