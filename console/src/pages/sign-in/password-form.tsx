import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { Button } from '../../parts/controls/button.js';
import { TextField } from '../../parts/controls/text-field.js';
import { Problem, problemOf } from '../../parts/show/problem.js';
import { CodeField, isAboutCode } from './code-field.js';
import styles from './sign-in.module.css';

export interface NewPerson {
  readonly email: string;
  readonly name: string;
  readonly password: string;
  /** Of the second factor, when the server asked for it. */
  readonly code?: string;
}

interface PasswordFormProps {
  readonly email: string;
  readonly name: string;
  /** Whether the person may say who they are; else the link has said it. */
  readonly isNew: boolean;
  /** The link has said the address, and not the name. */
  readonly isAddressFixed?: boolean;
  readonly action: string;
  readonly claim: (person: NewPerson) => Promise<unknown>;
  readonly onDone: () => void;
  readonly onError?: (error: Error) => void;
}

/** Asks for the password that a link lets its person choose. */
export function PasswordForm(props: PasswordFormProps): ReactNode {
  const { email: known, name: knownName, isNew, isAddressFixed = false, action, claim, onDone, onError } = props;
  const [email, setEmail] = useState(known);
  const [name, setName] = useState(knownName);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [isCodeAsked, setIsCodeAsked] = useState(false);
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => claim({ email, name, password, ...(isCodeAsked ? { code } : {}) }),
    onSuccess: onDone,
    onError: (failure) => {
      if (isAboutCode(failure)) setIsCodeAsked(true);
      onError?.(failure);
    },
  });
  const isAtField = ['email', 'name', 'password'].some((field) => problemOf(error, field) !== undefined);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    mutate();
  };
  return (
    <form className={styles['form']} onSubmit={submit}>
      {error !== null && !isAtField && !(isAboutCode(error) && code === '') && <Problem error={error} />}
      {isNew ? (
        <>
          <TextField
            label="Name"
            name="name"
            autoComplete="name"
            value={name}
            onChange={setName}
            isRequired
            autoFocus
            problem={problemOf(error, 'name')}
          />
          <TextField
            label="E-mail"
            name="email"
            type="email"
            autoComplete="username"
            value={email}
            onChange={setEmail}
            isRequired
            isReadOnly={isAddressFixed}
            problem={problemOf(error, 'email')}
          />
        </>
      ) : (
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      )}
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="new-password"
        help="15 characters or more of any kind: a sentence is easy to keep in mind"
        value={password}
        onChange={setPassword}
        isRequired
        autoFocus={!isNew}
        problem={problemOf(error, 'password')}
      />
      {isCodeAsked && <CodeField value={code} onChange={setCode} />}
      <Button type="submit" look="primary" isWide isPending={isPending}>
        {action}
      </Button>
    </form>
  );
}
