import type { DocumentProblem } from '../document.js';

const most = 1_000;

/** Collects problems of a document, up to a limit, so that a small request with many faults cannot cause an enormous answer. */
export class ProblemList<Problem extends DocumentProblem = DocumentProblem> {
  private readonly found: Problem[] = [];

  constructor(private readonly limit = most) {}

  add(problem: Problem): void {
    if (this.found.length < this.limit) this.found.push(problem);
  }

  get all(): readonly Problem[] {
    return this.found;
  }
}
