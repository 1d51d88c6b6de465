/** All problems of a value that is a document. */
export class ProblemList extends Error {
  constructor(readonly problems: readonly string[]) {
    super(problems.join('; '));
  }
}
