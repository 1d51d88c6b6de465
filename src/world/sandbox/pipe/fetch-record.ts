/** The outcome of one request: the response as JSON, or the message of the failure. */
export interface FetchAnswer {
  readonly isOk: boolean;
  readonly text: string;
}

interface Made {
  readonly asked: string;
  readonly answer: Promise<FetchAnswer>;
}

/** Enough for ordinary API calls; a call that reads more cannot be repeated. */
const recordedChars = 256 * 1024;

/**
 * The requests of one call, by number. When its process is lost, the call runs again from its beginning with the recorded
 * responses: external systems do not notice, as long as the code makes the same requests.
 */
export class FetchRecord {
  readonly #made = new Map<number, Made>();
  #chars = 0;

  /** Whether all answers are still known. */
  get isComplete(): boolean {
    return this.#chars <= recordedChars;
  }

  /** The response to this request, which is sent at most once; undefined when another request has this number. */
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
