import { jsonSize, type Json } from '#kernel/json.js';
import { BlockFailure } from '../block-failure.js';

/** Characters that the texts of one block may have in all once data is put in. */
const mostCharacters = 16 * 1024 * 1024;

/** Counts the text that the templates of one block make, all fields and variables together, before it is joined. */
export class TextBudget {
  #left = mostCharacters;

  /** @throws BlockFailure when the texts of the block become too long */
  spend(characters: number): void {
    this.#left -= characters;
    if (this.#left < 0) throw tooLong();
  }

  /** Checks a value before it is written as JSON. @throws BlockFailure when its JSON does not fit any more */
  require(value: Json): void {
    if (jsonSize(value, this.#left) > this.#left) throw tooLong();
  }
}

function tooLong(): BlockFailure {
  const message = `The fields of this block are longer than ${mostCharacters / 1024 / 1024} MB in all once data is put in`;
  return new BlockFailure(message, { status: 413 });
}
