import type { DocumentProblem } from '../document.js';

const most = 1_000;

/** Collects the problems of a document, up to a limit, so that a small request with many faults cannot cause an enormous answer. */
export class ProblemList {
  private readonly found: DocumentProblem[] = [];

  add(problem: DocumentProblem): void {
    if (this.found.length < most) this.found.push(problem);
  }

  get all(): readonly DocumentProblem[] {
    return this.found;
  }
}
