/** The text of a document cannot be read, and trying again would not change that. The message is for whoever uploaded it. */
export class DocumentProblem extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DocumentProblem';
  }
}
