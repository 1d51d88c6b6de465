import type { DocumentProblem } from '../document.js';

const most = 1_000;

/** Collects what is wrong with a document. Bounded, so that a small request full of faults cannot ask for an enormous answer. */
export class ProblemList {
  private readonly found: DocumentProblem[] = [];

  add(problem: DocumentProblem): void {
    if (this.found.length < most) this.found.push(problem);
  }

  get all(): readonly DocumentProblem[] {
    return this.found;
  }
}
