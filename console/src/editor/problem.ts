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
