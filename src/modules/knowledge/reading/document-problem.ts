/** The text of a document cannot be read, and a retry would not help. The message is shown to the user who uploaded it. */
export class DocumentProblem extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DocumentProblem';
  }
}
