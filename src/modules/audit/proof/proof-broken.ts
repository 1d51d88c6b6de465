/** An export or a proof is not valid. The message tells an auditor where and why. */
export class ProofBroken extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ProofBroken';
  }
}
