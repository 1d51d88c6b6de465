import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useRecentSignIn } from './use-recent-sign-in.js';

interface ActionOptions<Input, Result> {
  readonly act: (input: Input) => Promise<Result>;
  /** What the action makes out of date. */
  readonly changes?: readonly QueryKey[];
  readonly onDone?: (result: Result, input: Input) => void;
}

interface Action<Input> {
  readonly do: (input: Input) => void;
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly reset: () => void;
  /** Asks the person to prove who they are, if the server demands a recent sign-in. */
  readonly dialog: ReactNode;
}

/** Something a person does on a page: the server may demand a recent sign-in, and what it changes is read again. */
export function useAction<Input = void, Result = unknown>({ act, changes = [], onDone }: ActionOptions<Input, Result>): Action<Input> {
  const queries = useQueryClient();
  const recent = useRecentSignIn();
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (input: Input) => recent.run(() => act(input)),
    onSuccess: async (result, input) => {
      await Promise.all(changes.map((queryKey) => queries.invalidateQueries({ queryKey })));
      onDone?.(result, input);
    },
  });
  return { do: mutate, isPending, error, reset, dialog: recent.dialog };
}
