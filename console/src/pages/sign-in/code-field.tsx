import { SluiceError } from '@sluice/client';
import type { ReactNode } from 'react';
import { TextField } from '../../parts/controls/text-field.js';

interface CodeFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Shown once the server has asked for the second factor. */
export function CodeField({ value, onChange }: CodeFieldProps): ReactNode {
  return (
    <TextField
      label="Code"
      name="code"
      autoComplete="one-time-code"
      help="Six digits of your authenticator app, or a recovery code"
      value={value}
      onChange={onChange}
      isRequired
      autoFocus
    />
  );
}

/** Whether the server wants a code of the second factor, or another one. */
export function isAboutCode(error: unknown): boolean {
  return error instanceof SluiceError && error.code === 'SECOND_FACTOR_REQUIRED';
}
