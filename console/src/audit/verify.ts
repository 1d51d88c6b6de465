import { publicKeyOf, type PublicKey } from './cryptography.js';
import { ExportVerifier, type VerifiedExport } from '../../../src/modules/audit/proof/export-verifier.js';
import { verifyInclusion } from '../../../src/modules/audit/proof/inclusion-proof.js';
import { ProofBroken } from '../../../src/modules/audit/proof/proof-broken.js';
import type { AuditEntry } from '../../../src/modules/audit/domain/audit-entry.js';

export interface ToVerify {
  /** An archive of the audit log, or the proof of one entry. */
  readonly file: Blob;
  /** Public keys, PEM. */
  readonly keys: string;
  /** A checkpoint that was taken earlier; empty without one. */
  readonly checkpoint: string;
}

export type Verdict =
  | { readonly kind: 'archive'; readonly found: VerifiedExport }
  | { readonly kind: 'proof'; readonly found: AuditEntry }
  /** The message names the line and what is wrong with it. */
  | { readonly kind: 'broken'; readonly message: string }
  /** The keys or the checkpoint cannot be used, so nothing was verified. */
  | { readonly kind: 'unusable'; readonly message: string };

class Unusable extends Error {}

/** Lines between two reports. */
const reportEvery = 5_000;

/** Verifies a file with public keys alone, by the rules of the server. @param report receives the number of lines so far */
export async function verify({ file, keys, checkpoint }: ToVerify, report: (lines: number) => void): Promise<Verdict> {
  try {
    return await verdictOf(file, keysIn(keys), checkpoint.trim(), report);
  } catch (error) {
    if (error instanceof Unusable) return { kind: 'unusable', message: error.message };
    return { kind: 'broken', message: error instanceof ProofBroken ? error.message : `This file cannot be read: ${String(error)}` };
  }
}

async function verdictOf(file: Blob, keys: readonly PublicKey[], checkpoint: string, report: (lines: number) => void): Promise<Verdict> {
  if ((await file.slice(0, proofStart.length).text()) === proofStart) return proofVerdict(await file.text(), keys, checkpoint);
  const verifier = checkpoint === '' ? new ExportVerifier(keys) : new ExportVerifier(keys, checkpoint);
  let count = 0;
  for await (const line of linesOf(file)) {
    verifier.take(line);
    count += 1;
    if (count % reportEvery === 0) report(count);
  }
  return { kind: 'archive', found: verifier.finish() };
}

const proofStart = '{"proof":';

function proofVerdict(text: string, keys: readonly PublicKey[], checkpoint: string): Verdict {
  if (checkpoint !== '') throw new Unusable('A proof cannot be compared with a checkpoint: an archive can');
  return { kind: 'proof', found: verifyInclusion(text.trimEnd(), keys) };
}

function keysIn(text: string): readonly PublicKey[] {
  const found = text.match(/-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g) ?? [];
  if (found.length === 0) throw new Unusable('No public key was given. A key begins with -----BEGIN PUBLIC KEY-----');
  return found.map((pem, index) => {
    try {
      return publicKeyOf(pem);
    } catch {
      throw new Unusable(`Public key ${index + 1} is not an Ed25519 public key in PEM form`);
    }
  });
}

/** The lines of a file, one after the other, however large the file is. */
async function* linesOf(file: Blob): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  for await (const chunk of file.stream()) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
}
