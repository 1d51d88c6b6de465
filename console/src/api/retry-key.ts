import { newId } from './new-id.js';

/** The `Idempotency-Key` of something that is started: what is sent again after a failure keeps it, so that it is started once. */
export class RetryKey {
  #last: { readonly content: string; readonly key: string } | undefined;

  /** @param body another body is another start, with another key */
  for(body: unknown): string {
    const content = JSON.stringify(body);
    if (this.#last?.content !== content) this.#last = { content, key: newId() };
    return this.#last.key;
  }

  /** It has started: the same body starts another one from now on. */
  used(): void {
    this.#last = undefined;
  }
}
