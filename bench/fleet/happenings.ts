interface Happening {
  readonly at: number;
  readonly order: number;
  readonly action: () => void;
}

/** What will happen, in the order of a clock that only moves when nothing is left to do at its time. */
export class Happenings {
  /** µs */
  now = 0;
  #orders = 0;
  /** A binary heap, the next one first. */
  readonly #ahead: Happening[] = [];

  after(us: number, action: () => void): void {
    const heap = this.#ahead;
    let place = heap.push({ at: this.now + us, order: (this.#orders += 1), action }) - 1;
    for (let above = (place - 1) >> 1; place > 0 && isBefore(heap[place], heap[above]); place = above, above = (place - 1) >> 1) {
      swap(heap, place, above);
    }
  }

  /** Lets everything happen up to this time. */
  runUntil(end: number): void {
    for (let [next] = this.#ahead; next !== undefined && next.at <= end; [next] = this.#ahead) {
      this.#removeFirst();
      this.now = next.at;
      next.action();
    }
    this.now = end;
  }

  #removeFirst(): void {
    const heap = this.#ahead;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    heap[0] = last;
    for (let place = 0; ;) {
      const [left, right] = [2 * place + 1, 2 * place + 2];
      const least = isBefore(heap[right], heap[left]) ? right : left;
      if (!isBefore(heap[least], heap[place])) return;
      swap(heap, place, least);
      place = least;
    }
  }
}

function isBefore(one: Happening | undefined, other: Happening | undefined): boolean {
  if (one === undefined) return false;
  if (other === undefined) return true;
  return one.at === other.at ? one.order < other.order : one.at < other.at;
}

function swap(heap: Happening[], one: number, other: number): void {
  const [first, second] = [heap[one], heap[other]];
  if (first === undefined || second === undefined) return;
  heap[one] = second;
  heap[other] = first;
}
