import { createPublicKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { wholeLines } from '#infrastructure/whole-lines.js';
import { ExportVerifier, type VerifiedExport } from './export-verifier.js';
import { verifyInclusion } from './inclusion-proof.js';
import { ProofBroken } from './proof-broken.js';
import { SignedLines } from './signed-line.js';
import type { AuditEntry } from '../domain/audit-entry.js';

export interface VerifyOptions {
  readonly file: string;
  /** A file with the public key of the instance, PEM. */
  readonly publicKeyFile: string;
  /** A file with a checkpoint that was taken earlier. */
  readonly checkpointFile?: string;
}

export type Verified = { readonly kind: 'export'; readonly found: VerifiedExport } | { readonly kind: 'proof'; readonly found: AuditEntry };

/** Checks an export or a proof with nothing but the public key. Reads an export once and keeps none of it. @throws ProofBroken */
export async function verifyFile({ file, publicKeyFile, checkpointFile }: VerifyOptions): Promise<Verified> {
  const publicKey = createPublicKey(await readFile(publicKeyFile));
  const lines = wholeLines(file, (message) => new ProofBroken(message));
  const { value: first } = await lines.next();
  if (first?.startsWith('{"proof":')) return { kind: 'proof', found: verifyInclusion(first, publicKey) };
  const checkpoint =
    checkpointFile === undefined ? undefined : new SignedLines(publicKey).checkpoint((await readFile(checkpointFile, 'utf8')).trimEnd());
  const verifier = new ExportVerifier(publicKey, checkpoint);
  if (first !== undefined) verifier.take(first);
  for await (const line of lines) verifier.take(line);
  return { kind: 'export', found: verifier.finish() };
}
