import { useState, type ReactNode } from 'react';
import { api } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import { TextField } from '../../parts/controls/text-field.js';
import { FormDialog } from '../../parts/overlays/form-dialog.js';
import { problemOf } from '../../parts/show/problem.js';
import { useAction } from '../../shell/use-action.js';

export function CreateUserDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const creation = useAction({
    act: () => api.users.create({ email: email.trim(), name: name.trim() }),
    changes: [keys.operator],
    onDone: onClose,
  });
  return (
    <>
      <FormDialog
        title="Create a user"
        action="Create user"
        isPending={creation.isPending}
        error={creation.error}
        fields={['email', 'name']}
        onSubmit={() => creation.do()}
        onClose={onClose}
      >
        <TextField
          label="E-mail"
          type="email"
          value={email}
          onChange={setEmail}
          problem={problemOf(creation.error, 'email')}
          autoComplete="off"
          autoFocus
        />
        <TextField label="Name" value={name} onChange={setName} problem={problemOf(creation.error, 'name')} autoComplete="off" />
      </FormDialog>
      {creation.dialog}
    </>
  );
}
