/** The parameters of a statement. Values of a request are only passed as parameters. */
export class SqlValues {
  readonly list: unknown[] = [];

  /** @returns the placeholder of the value */
  add(value: unknown): string {
    this.list.push(value);
    return `$${this.list.length}`;
  }
}
