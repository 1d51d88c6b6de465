import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import { keyIdOf, publicKeyOf, type PublicKey } from '#proof-cryptography';
import { ProofBroken } from './proof-broken.js';
import { isSignedBy, statementLine, type Checkpoint, type KeyStatement, type RootStatement, type StatementKind } from './statements.js';

/** The object on a line. @throws ProofBroken */
export function parseLine(line: string): JsonObject {
  try {
    const value = JSON.parse(line) as Json;
    if (isJsonObject(value)) return value;
  } catch {
    // Reported below.
  }
  throw new ProofBroken('is not a JSON object');
}

/** Reads statements that a trusted key has signed. Their content is used only after the signature is verified. */
export class SignedLines {
  readonly #trusted: Map<string, PublicKey>;

  constructor(publicKeys: readonly PublicKey[]) {
    this.#trusted = new Map(publicKeys.map((key) => [keyIdOf(key), key]));
  }

  /** @throws ProofBroken unless the line is a checkpoint, signed with a trusted key, in canonical form */
  checkpoint(line: string, parsed = parseLine(line)): Checkpoint {
    return this.#read('checkpoint', line, parsed) as unknown as Checkpoint;
  }

  /** @throws ProofBroken unless the line is a root, signed with a trusted key, in canonical form */
  root(line: string, parsed = parseLine(line)): RootStatement {
    return this.#read('root', line, parsed) as unknown as RootStatement;
  }

  /**
   * Trusts the key that a trusted one names as the next. @returns the ids of both
   * @throws ProofBroken unless the line is such a statement, signed with a trusted key, in canonical form
   */
  follow(line: string, parsed = parseLine(line)): { readonly former: string; readonly next: string } {
    const { keyId, next } = this.#read('key', line, parsed) as unknown as KeyStatement;
    const publicKey = publicKeyOf(next);
    const nextId = keyIdOf(publicKey);
    this.#trusted.set(nextId, publicKey);
    return { former: keyId, next: nextId };
  }

  #read(kind: StatementKind, line: string, { [kind]: statement, signature }: JsonObject): JsonObject {
    if (!isJsonObject(statement) || typeof signature !== 'string') throw new ProofBroken(`is not a signed ${kind}`);
    const keyId = typeof statement['keyId'] === 'string' ? statement['keyId'] : '';
    const publicKey = this.#trusted.get(keyId);
    if (publicKey === undefined)
      throw new ProofBroken(`is a ${kind} of another key (${keyId}) than ${[...this.#trusted.keys()].join(', ')}`);
    if (!isSignedBy(publicKey, kind, statement, signature)) throw new ProofBroken(`is a ${kind} whose signature is wrong`);
    if (line !== statementLine(kind, statement, signature)) throw new ProofBroken('is not in canonical form');
    return statement;
  }
}
