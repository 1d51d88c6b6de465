/** What the outside said to one request: the answer as JSON, or the message of the failure. */
export interface FetchAnswer {
  readonly isOk: boolean;
  readonly text: string;
}

interface Made {
  readonly asked: string;
  readonly answer: Promise<FetchAnswer>;
}

/** Enough for an ordinary use of an API; a call that reads more cannot be run again. */
const RECORDED_CHARS = 256 * 1024;

/**
 * The requests of one call, by their number. When its process is lost, the call runs again from its beginning and finds the answers
 * that it had: the outside does not notice, as long as the code asks for the same things.
 */
export class FetchRecord {
  readonly #made = new Map<number, Made>();
  #chars = 0;

  /** Whether all answers are still known. */
  get isComplete(): boolean {
    return this.#chars <= RECORDED_CHARS;
  }

  /** The answer to this request, which is made at most once; undefined when another one was made under this number. */
  answerTo(number: number, asked: string, ask: () => Promise<FetchAnswer>): Promise<FetchAnswer> | undefined {
    const made = this.#made.get(number);
    if (made !== undefined) return made.asked === asked ? made.answer : undefined;
    const answer = ask();
    if (!this.isComplete) return answer;
    this.#made.set(number, { asked, answer });
    this.#keep(asked.length);
    void answer.then(({ text }) => this.#keep(text.length));
    return answer;
  }

  #keep(chars: number): void {
    this.#chars += chars;
    if (!this.isComplete) this.#made.clear();
  }
}
