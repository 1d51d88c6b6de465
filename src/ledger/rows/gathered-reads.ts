/** Reads one thing after the other by their keys. What is asked for while a read is on its way is one read after it. */
export class GatheredReads<Key, Value> {
  #asked = new Map<Key, PromiseWithResolvers<Value | undefined>>();
  #isReading = false;

  /** `read` leaves out what does not exist. */
  constructor(private readonly read: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>) {}

  /** The value as it is after this call, or later. */
  get(key: Key): Promise<Value | undefined> {
    const asked = this.#asked.get(key) ?? Promise.withResolvers<Value | undefined>();
    this.#asked.set(key, asked);
    if (!this.#isReading) void this.#readAll();
    return asked.promise;
  }

  async #readAll(): Promise<void> {
    this.#isReading = true;
    while (this.#asked.size > 0) {
      const asked = this.#asked;
      this.#asked = new Map();
      try {
        const found = await this.read([...asked.keys()]);
        for (const [key, { resolve }] of asked) resolve(found.get(key));
      } catch (error) {
        for (const { reject } of asked.values()) reject(error);
      }
    }
    this.#isReading = false;
  }
}
