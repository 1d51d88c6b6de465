import { createPublicKey } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
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
  const lines = linesOf(file);
  const { value: first } = await lines.next();
  if (first?.startsWith('{"proof":')) return { kind: 'proof', found: verifyInclusion(first, publicKey) };
  const checkpoint =
    checkpointFile === undefined ? undefined : new SignedLines(publicKey).checkpoint((await readFile(checkpointFile, 'utf8')).trimEnd());
  const verifier = new ExportVerifier(publicKey, checkpoint);
  if (first !== undefined) verifier.take(first);
  for await (const line of lines) verifier.take(line);
  return { kind: 'export', found: verifier.finish() };
}

/** The lines of a file, each of which ends with a line feed. @throws ProofBroken for bytes that are no text, and for a last line that was cut */
async function* linesOf(file: string): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let rest = '';
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>) {
    const lines = (rest + decode(decoder, chunk)).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '' || decode(decoder) !== '') throw new ProofBroken('The last line was cut: it has no line feed');
  return undefined;
}

function decode(decoder: InstanceType<typeof TextDecoder>, chunk?: Buffer): string {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
  } catch {
    throw new ProofBroken('The file has bytes that are no UTF-8 text');
  }
}
