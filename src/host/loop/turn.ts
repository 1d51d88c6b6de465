const turnMs = 8;
/** What continues in later turns, in order. */
const waiting: (() => void)[] = [];

/** Continues long work in its next turn: in each round of the event loop one piece of long work is done, however many requests and runs have some. */
export function inTurn(resume: () => void): void {
  waiting.push(resume);
  if (waiting.length === 1) setImmediate(serve);
}

function serve(): void {
  const resume = waiting.shift();
  if (waiting.length > 0) setImmediate(serve);
  resume?.();
}

/** Long work on the event loop: lets everything else have its turn after 8 ms. */
export class Turn {
  #endsAt = performance.now() + turnMs;

  /** Resolves in the first turn of long work. */
  static async begin(): Promise<Turn> {
    const turn = new Turn();
    await turn.yield();
    return turn;
  }

  get isOver(): boolean {
    return performance.now() >= this.#endsAt;
  }

  /** Resolves in the next turn. */
  async yield(): Promise<void> {
    await new Promise<void>((resolve) => inTurn(resolve));
    this.#endsAt = performance.now() + turnMs;
  }
}

/** Does work that consists of steps of milliseconds; after a few of them, other work has its turn. */
export async function inTurns<Result>(steps: Generator<void, Result>): Promise<Result> {
  const turn = await Turn.begin();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (turn.isOver) await turn.yield();
  }
}

/** Does the steps one after the other, for work that is known to be small. */
export function atOnce<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
