import { sign, type KeyObject } from 'node:crypto';
import { signedText, type Checkpoint, type KeyStatement, type RootStatement, type StatementKind } from './statements.js';

/** The Ed25519 signature of a statement, as base64url. */
export function signatureOf(kind: StatementKind, statement: Checkpoint | RootStatement | KeyStatement, privateKey: KeyObject): string {
  return sign(null, Buffer.from(signedText(kind, statement)), privateKey).toString('base64url');
}
