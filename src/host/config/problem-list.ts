/** Everything that is wrong with a value that is itself a document. */
export class ProblemList extends Error {
  constructor(readonly problems: readonly string[]) {
    super(problems.join('; '));
  }
}
