type More = Readonly<Record<string, string | number | undefined>>;

/** A list. `await` gives its first page; `for await` gives every item of every page. */
export class Paged<Item, Page> implements AsyncIterable<Item>, PromiseLike<Page> {
  /** @param behind the query of the next page; undefined after the last page */
  constructor(
    private readonly load: (more: More) => Promise<Page>,
    private readonly members: (page: Page) => readonly Item[],
    private readonly behind: (page: Page) => More | undefined,
  ) {}

  then<Result = Page, Failure = never>(
    onDone?: ((page: Page) => Result | PromiseLike<Result>) | null,
    onFailed?: ((reason: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Result | Failure> {
    return this.load({}).then(onDone, onFailed);
  }

  async *[Symbol.asyncIterator](): AsyncIterator<Item> {
    for await (const page of this.pages()) yield* this.members(page);
  }

  /** The pages, one after the other. */
  async *pages(): AsyncIterable<Page> {
    for (let more: More | undefined = {}; more !== undefined;) {
      const page = await this.load(more);
      yield page;
      more = this.behind(page);
    }
  }
}

/**
 * An offset counts for the first page only. @param nextCursor null on the last page; a proxy or a server of another version may leave it out
 */
export function behindCursor(nextCursor: string | null | undefined): More | undefined {
  return nextCursor ? { cursor: nextCursor, offset: undefined } : undefined;
}

interface Part {
  readonly offset: number;
  readonly limit: number;
  readonly hasMore: boolean;
}

export function behindPart({ offset, limit, hasMore }: Part): More | undefined {
  return hasMore ? { offset: offset + limit } : undefined;
}
