/** More months than that are asked for by two statements at the same time, a half by each. */
const inOneStatement = 4;

/** What is found in months that are asked for one after another, looking ahead: many are cheaper at once than one by one. */
export class Ahead<Found> {
  readonly #found = new Map<string, Found>();

  constructor(
    private readonly months: readonly string[],
    private readonly find: (months: readonly string[]) => Promise<readonly Found[]>,
  ) {}

  get hasBegun(): boolean {
    return this.#found.size > 0;
  }

  /**
   * @param many how many months, this one included, are likely to be asked for
   * @throws Error when the month is none of those
   */
  async of(month: string, many: number): Promise<Found> {
    if (!this.#found.has(month)) await this.#find(this.months.indexOf(month), many);
    const found = this.#found.get(month);
    if (found === undefined) throw new Error(`Nothing is known of ${month}`);
    return found;
  }

  async #find(from: number, many: number): Promise<void> {
    const months = this.months.slice(from, from + many);
    const half = Math.ceil(months.length / 2);
    const parts = months.length > inOneStatement ? [months.slice(0, half), months.slice(half)] : [months];
    const found = await Promise.all(parts.map((part) => this.find(part)));
    for (const [index, each] of found.flat().entries()) this.#found.set(months[index] ?? '', each);
  }
}
