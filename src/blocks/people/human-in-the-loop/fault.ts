/** What is wrong with a field of the block. */
export interface Fault {
  readonly field: string;
  /** Goes on after the name of the field. */
  readonly what: string;
  readonly code: string;
}
