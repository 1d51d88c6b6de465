/** A variable without its value. */
export interface VariableView {
  /** Name of the variable. */
  readonly name: string;
  /** When the variable was last set. */
  readonly updatedAt: string;
}
