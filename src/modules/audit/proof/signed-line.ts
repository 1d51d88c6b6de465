import type { KeyObject } from 'node:crypto';
import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import { ProofBroken } from './proof-broken.js';
import { isSignedBy, keyIdOf, statementLine, type Checkpoint, type RootStatement, type StatementKind } from './statements.js';

/** The object on a line. @throws ProofBroken */
export function parseLine(line: string): JsonObject {
  try {
    const value = JSON.parse(line) as Json;
    if (isJsonObject(value)) return value;
  } catch {
    // Said below.
  }
  throw new ProofBroken('is not a JSON object');
}

/** Reads statements of one instance: nothing of them is used before the signature over it has been checked. */
export class SignedLines {
  readonly #keyId: string;

  constructor(private readonly publicKey: KeyObject) {
    this.#keyId = keyIdOf(publicKey);
  }

  /** @throws ProofBroken unless the line is a checkpoint, signed with the key, in canonical form */
  checkpoint(line: string, parsed = parseLine(line)): Checkpoint {
    return this.#read('checkpoint', line, parsed) as unknown as Checkpoint;
  }

  /** @throws ProofBroken unless the line is a root, signed with the key, in canonical form */
  root(line: string, parsed = parseLine(line)): RootStatement {
    return this.#read('root', line, parsed) as unknown as RootStatement;
  }

  #read(kind: StatementKind, line: string, { [kind]: statement, signature }: JsonObject): JsonObject {
    if (!isJsonObject(statement) || typeof signature !== 'string') throw new ProofBroken(`is not a signed ${kind}`);
    if (statement['keyId'] !== this.#keyId) throw new ProofBroken(`is a ${kind} of another key than ${this.#keyId}`);
    if (!isSignedBy(this.publicKey, kind, statement, signature)) throw new ProofBroken(`is a ${kind} whose signature is wrong`);
    if (line !== statementLine(kind, statement, signature)) throw new ProofBroken('is not in canonical form');
    return statement;
  }
}
