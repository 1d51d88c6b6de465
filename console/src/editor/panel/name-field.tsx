import type { ReactNode } from 'react';
import { TextField } from '../../parts/controls/text-field.js';
import { useTyped } from '../forms/use-typed.js';

interface NameFieldProps {
  readonly name: string;
  readonly isReadOnly?: boolean;
  /** Why a name is not possible; undefined for a good one. */
  readonly problemOf: (name: string) => string | undefined;
  readonly onRename: (name: string) => void;
}

/** A name that is changed with all references to it, when the field is left. */
export function NameField({ name: stored, isReadOnly = false, problemOf, onRename }: NameFieldProps): ReactNode {
  const problemIn = (text: string): string | undefined => {
    const name = text.trim();
    return name === '' || name === stored ? undefined : problemOf(name);
  };
  const typed = useTyped(
    stored,
    (text) => {
      const name = text.trim();
      if (name !== '' && name !== stored && problemOf(name) === undefined) onRename(name);
    },
    { isLate: true },
  );
  const problem = problemIn(typed.text);
  // A name that cannot be stored stays in the field, with the reason.
  const leave = (): void => {
    if (problem === undefined) typed.settle();
  };
  return (
    <TextField
      label="Name"
      value={typed.text}
      problem={problem}
      isReadOnly={isReadOnly}
      onChange={typed.type}
      onBlur={leave}
      onKeyDown={(event) => {
        if (event.key === 'Enter') leave();
        if (event.key === 'Escape' && typed.drop()) event.preventDefault();
      }}
    />
  );
}
