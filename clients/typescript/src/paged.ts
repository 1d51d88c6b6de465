interface PageFields {
  readonly nextCursor: string | null;
}

/** A list: awaited, its first page; iterated, every member of every page. */
export class Paged<Item, Page extends PageFields> implements AsyncIterable<Item>, PromiseLike<Page> {
  constructor(
    private readonly field: keyof Page & string,
    private readonly load: (cursor: { readonly cursor?: string }) => Promise<Page>,
  ) {}

  then<Result = Page, Failure = never>(
    onDone?: ((page: Page) => Result | PromiseLike<Result>) | null,
    onFailed?: ((reason: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Result | Failure> {
    return this.load({}).then(onDone, onFailed);
  }

  async *[Symbol.asyncIterator](): AsyncIterator<Item> {
    for await (const page of this.pages()) yield* page[this.field] as readonly Item[];
  }

  /** Page after page. */
  async *pages(): AsyncIterable<Page> {
    let page = await this.load({});
    yield page;
    while (page.nextCursor !== null) {
      page = await this.load({ cursor: page.nextCursor });
      yield page;
    }
  }
}
