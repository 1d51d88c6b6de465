import { createPublicKey, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { wholeLines } from '#host/whole-lines.js';
import { ExportVerifier, type VerifiedExport } from './export-verifier.js';
import { verifyInclusion } from './inclusion-proof.js';
import { ProofBroken } from './proof-broken.js';
import type { AuditEntry } from '../domain/audit-entry.js';

export interface VerifyOptions {
  readonly file: string;
  /** Files with trusted keys, PEM; a file may contain several. */
  readonly publicKeyFiles: readonly string[];
  /** A file with a checkpoint that was taken earlier. */
  readonly checkpointFile?: string;
  /** Receives the digests of runs that the entries of an export contain, some hundred at a time. */
  readonly onVouched?: (vouched: readonly VouchedRun[]) => Promise<void>;
}

/** A file of public keys contains none. */
export class UnreadableKey extends Error {
  constructor(file: string) {
    super(`${file} holds no public key that could be read: it should be the output of the command audit public-key`);
    this.name = 'UnreadableKey';
  }
}

/** A stream of a run, and its running digest in an entry. */
export interface VouchedRun {
  readonly stream: string;
  readonly digest: string;
}

const mostAtOnce = 500;

export type Verified = { readonly kind: 'export'; readonly found: VerifiedExport } | { readonly kind: 'proof'; readonly found: AuditEntry };

/** Verifies an export or a proof with public keys alone. Reads an export once and keeps none of it. @throws ProofBroken */
export async function verifyFile({ file, publicKeyFiles, checkpointFile, onVouched }: VerifyOptions): Promise<Verified> {
  const publicKeys = (await Promise.all(publicKeyFiles.map(keysIn))).flat();
  const lines = wholeLines(file, (message) => new ProofBroken(message));
  const { value: first } = await lines.next();
  if (first?.startsWith('{"proof":')) {
    const found = verifyInclusion(first, publicKeys);
    if (checkpointFile !== undefined) throw new ProofBroken('A proof cannot be compared with a checkpoint: an export can');
    if ((await lines.next()).value !== undefined) throw new ProofBroken('There is more in the file than the proof');
    return { kind: 'proof', found };
  }
  const checkpoint = checkpointFile === undefined ? undefined : (await readFile(checkpointFile, 'utf8')).trimEnd();
  const verifier = new ExportVerifier(publicKeys, checkpoint);
  if (first !== undefined) verifier.take(first);
  let vouched: VouchedRun[] = [];
  for await (const line of lines) {
    verifier.take(line);
    if (onVouched === undefined) continue;
    vouched.push(...vouchedIn(line));
    if (vouched.length < mostAtOnce) continue;
    await onVouched(vouched);
    vouched = [];
  }
  await onVouched?.(vouched);
  return { kind: 'export', found: verifier.finish() };
}

async function keysIn(file: string): Promise<readonly KeyObject[]> {
  const found = (await readFile(file, 'utf8')).match(/-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g) ?? [];
  try {
    if (found.length > 0) return found.map((pem) => createPublicKey(pem));
  } catch {
    // Reported below.
  }
  throw new UnreadableKey(file);
}

/** Of a line that was verified. */
function vouchedIn(line: string): readonly VouchedRun[] {
  if (!line.includes('"digest":')) return [];
  const { entry } = JSON.parse(line) as { readonly entry?: AuditEntry };
  const { stream, digest } = entry?.metadata ?? {};
  return typeof stream === 'string' && typeof digest === 'string' ? [{ stream, digest }] : [];
}
