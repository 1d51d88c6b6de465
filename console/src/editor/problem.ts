/** What is wrong with a draft, at the place where it shows. */
export interface EditorProblem {
  readonly blockId?: string;
  readonly edgeId?: string;
  /** Id of the field of the block. */
  readonly field?: string;
  /** What is wrong, in words for people. */
  readonly message: string;
  readonly code: string;
  /** Whether the draft can be deployed with it. */
  readonly isWarning?: boolean;
}

/** How many problems and warnings a block has. */
export interface Faults {
  readonly problems: number;
  readonly warnings: number;
}

export const noFaults: Faults = { problems: 0, warnings: 0 };

/** The faults of each block that has any. */
export function faultsOf(problems: readonly EditorProblem[]): ReadonlyMap<string, Faults> {
  const faults = new Map<string, Faults>();
  for (const { blockId, isWarning = false } of problems) {
    if (blockId === undefined) continue;
    const { problems: found, warnings } = faults.get(blockId) ?? noFaults;
    faults.set(blockId, isWarning ? { problems: found, warnings: warnings + 1 } : { problems: found + 1, warnings });
  }
  return faults;
}

/** Such as `1 problem` and `2 warnings`. */
export function faultWords({ problems, warnings }: Faults): readonly string[] {
  const counts = [
    [problems, 'problem'],
    [warnings, 'warning'],
  ] as const;
  return counts.flatMap(([count, word]) => (count === 0 ? [] : [`${count} ${word}${count === 1 ? '' : 's'}`]));
}
