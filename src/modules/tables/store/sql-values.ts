/** The values of a statement: whatever a caller has sent travels here and never in its text. */
export class SqlValues {
  readonly list: unknown[] = [];

  /** @returns the place of the value in the text */
  add(value: unknown): string {
    this.list.push(value);
    return `$${this.list.length}`;
  }
}
