/** One page of a list. */
export interface Page<Item> {
  /** The items of this page. */
  readonly data: readonly Item[];
  /** Cursor of the next page; null on the last page. */
  readonly nextCursor: string | null;
}
