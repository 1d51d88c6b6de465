import { useState, type ReactNode } from 'react';
import type { DeclaredInput } from '../../../../src/document/check/declared-inputs.js';
import type { Json } from '../../../../src/kernel/json.js';
import { readInputOf } from '../../api/run-events.js';
import { wholeValue } from '../../run/whole-value.js';
import { useAction } from '../../shell/use-action.js';
import { partsOf } from './parts-of.js';
import { writtenFrom, type WrittenInput } from './run-input.js';

/** Takes the input of earlier runs. It is kept while another tab of the panel is shown. */
export interface EarlierInput {
  readonly take: (executionId: string) => void;
  readonly isPending: boolean;
  readonly error: Error | null;
  /** Whether an input came after the user had typed something else. */
  readonly isLate: boolean;
  /** Replaces what is typed with the input that came late. */
  readonly replace: () => void;
  /** Replaces what is typed. */
  readonly fill: (input: Json) => void;
  readonly dialog: ReactNode;
}

interface InputPlace {
  readonly workspaceId: string;
  readonly fields: readonly DeclaredInput[] | undefined;
  readonly write: (written: WrittenInput) => void;
  /** What is written when it is called, also from a task that began earlier. */
  readonly writtenNow: () => WrittenInput;
}

/** A start is refused above this size. */
const mostInputBytes = 10 * 1024 * 1024;

export function useEarlierInput({ workspaceId, fields, write, writtenNow }: InputPlace): EarlierInput {
  const [late, setLate] = useState<Json>();
  const fill = (input: Json): void => {
    setLate(undefined);
    write(writtenFrom(fields, input));
  };
  const taking = useAction({
    act: async (executionId: string) => {
      setLate(undefined);
      const before = writtenNow();
      const { position, input } = await readInputOf(workspaceId, executionId);
      return { before, input: await wholeValue(input ?? {}, partsOf({ workspaceId, executionId, position }, 'input'), mostInputBytes) };
    },
    // What was typed while the input was read is replaced only when the user says so.
    onDone: ({ before, input }) => (before === writtenNow() ? fill(input) : setLate(input)),
  });
  return {
    take: taking.do,
    isPending: taking.isPending,
    error: taking.error,
    isLate: late !== undefined,
    replace: () => late !== undefined && fill(late),
    fill,
    dialog: taking.dialog,
  };
}
