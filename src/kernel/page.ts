/** One page of a list. `nextCursor` is null on the last page. */
export interface Page<Item> {
  readonly data: readonly Item[];
  readonly nextCursor: string | null;
}
