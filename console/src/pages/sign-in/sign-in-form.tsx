import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { api } from '../../api/client.js';
import { Button } from '../../parts/controls/button.js';
import { Checkbox } from '../../parts/controls/checkbox.js';
import { TextField } from '../../parts/controls/text-field.js';
import { Problem, problemOf } from '../../parts/show/problem.js';
import { CodeField, isAboutCode } from './code-field.js';
import styles from './sign-in.module.css';

interface SignInFormProps {
  /** Who signs in again; absent: the person writes their address. */
  readonly email?: string;
  readonly onSignedIn: () => void;
}

/** Asks for the password, and for a code where the account has a second factor. */
export function SignInForm({ email: known, onSignedIn }: SignInFormProps): ReactNode {
  const [email, setEmail] = useState(known ?? '');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [keep, setKeep] = useState(false);
  const [isCodeAsked, setIsCodeAsked] = useState(false);
  const signIn = useMutation({
    mutationFn: () => {
      const body = { email, password, keep, ...(isCodeAsked ? { code } : {}) };
      return api.session.signIn(body);
    },
    onSuccess: onSignedIn,
    onError: (error) => {
      if (isAboutCode(error)) setIsCodeAsked(true);
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    signIn.mutate();
  };
  const isAsking = isAboutCode(signIn.error) && code === '';
  return (
    <form className={styles['form']} onSubmit={submit}>
      {signIn.error !== null && !isAsking && <Problem error={signIn.error} />}
      <TextField
        label="E-mail"
        name="email"
        type="email"
        autoComplete="username"
        value={email}
        onChange={setEmail}
        isRequired
        autoFocus={known === undefined}
        isReadOnly={known !== undefined}
        problem={problemOf(signIn.error, 'email')}
      />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        isRequired
        autoFocus={known !== undefined}
        problem={problemOf(signIn.error, 'password')}
      />
      {isCodeAsked && <CodeField value={code} onChange={setCode} />}
      {known === undefined && (
        <Checkbox isSelected={keep} onChange={setKeep}>
          Keep me signed in for 30 days
        </Checkbox>
      )}
      <Button type="submit" look="primary" isWide isPending={signIn.isPending}>
        Sign in
      </Button>
    </form>
  );
}
