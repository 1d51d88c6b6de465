/** An export or a proof does not hold. The message says where and why, in words for an auditor. */
export class ProofBroken extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ProofBroken';
  }
}
