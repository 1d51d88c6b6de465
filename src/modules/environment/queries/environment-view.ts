/** A variable as it may be shown: that it is there, not what it holds. */
export interface VariableView {
  readonly name: string;
  readonly updatedAt: string;
}
