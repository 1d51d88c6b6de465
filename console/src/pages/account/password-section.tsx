import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { api } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import { useSession } from '../../api/session.js';
import { Button } from '../../parts/controls/button.js';
import { TextField } from '../../parts/controls/text-field.js';
import { Note, Problem, problemOf } from '../../parts/show/problem.js';
import { Section } from '../../shell/sections.js';
import styles from './account.module.css';

export function PasswordSection(): ReactNode {
  const { user } = useSession();
  const queries = useQueryClient();
  const [password, setPassword] = useState('');
  const [newPassword, setNewPassword] = useState('');
  const { mutate, error, isPending, isSuccess } = useMutation({
    mutationFn: () => api.userSessions.changePassword({ password, newPassword }),
    onSuccess: async () => {
      setPassword('');
      setNewPassword('');
      await queries.invalidateQueries({ queryKey: keys.account });
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    mutate();
  };
  return (
    <Section title="Password">
      <form className={styles['form']} onSubmit={submit}>
        {error !== null && problemOf(error, 'newPassword') === undefined && <Problem error={error} />}
        <div role="status">{isSuccess && <Note>The password was changed. All other sessions have ended.</Note>}</div>
        <input type="email" name="email" autoComplete="username" value={user.email} readOnly hidden />
        <TextField
          label="Present password"
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          isRequired
        />
        <TextField
          label="New password"
          type="password"
          autoComplete="new-password"
          help="15 characters or more of any kind. All other sessions end."
          value={newPassword}
          onChange={setNewPassword}
          isRequired
          problem={problemOf(error, 'newPassword')}
        />
        <div>
          <Button type="submit" isPending={isPending}>
            Change password
          </Button>
        </div>
      </form>
    </Section>
  );
}
