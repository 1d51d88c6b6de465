import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { AuditEntry } from '#modules/audit/domain/audit-entry.js';
import { chainStart, entryHash, entryLine, entryText } from '#modules/audit/proof/entry-chain.js';
import { MerkleTree } from '#modules/audit/proof/merkle-tree.js';
import { keyIdOf } from '#modules/audit/proof/cryptography.js';
import { signatureOf } from '#modules/audit/proof/sign-statement.js';
import {
  exportFormat,
  statementHash,
  statementLine,
  type ChainHead,
  type Checkpoint,
  type KeyStatement,
  type RootStatement,
} from '#modules/audit/proof/statements.js';

export interface InstanceKey {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

export function newKey(): InstanceKey {
  const { privateKey } = generateKeyPairSync('ed25519');
  return { privateKey, publicKey: createPublicKey(privateKey) };
}

export const chainId = (number: number): string => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;

export function anEntry(seq: number, more: Partial<AuditEntry> = {}): AuditEntry {
  return {
    chain: chainId(1),
    seq,
    id: `00000000-0000-7000-9000-${String(seq).padStart(12, '0')}`,
    createdAt: new Date(1_900_000_000_000 + seq * 1000).toISOString(),
    action: seq % 7 === 0 ? 'workflow.deployed' : 'workflow.execute',
    resourceType: 'workflow',
    resourceId: `workflow-${seq % 5}`,
    resourceName: `Orders "${seq % 5}" – Köln`,
    workspaceId: chainId(9),
    actorId: seq % 3 === 0 ? null : chainId(100 + (seq % 3)),
    actorName: 'Ada',
    actorEmail: 'ada@example.org',
    keyId: null,
    requestId: `request-${seq}`,
    ip: '192.0.2.7',
    userAgent: 'curl/8',
    metadata: { trigger: 'api', executionId: `run-${seq}`, after: { version: seq } },
    ...more,
  };
}

/** A log as a server keeps it: `roots` of `rootEvery` entries, the rest still open. */
export interface SampleChain {
  readonly head: ChainHead;
  lines(): Generator<string>;
}

export function sampleChain(
  key: InstanceKey,
  { chain, entries, rootEvery }: { chain: string; entries: number; rootEvery: number },
): SampleChain {
  function* lines(): Generator<string, ChainHead> {
    let hash = chainStart;
    let tree = new MerkleTree();
    let roots = 0;
    let previous: string | null = null;
    for (let seq = 1; seq <= entries; seq += 1) {
      const text = entryText(anEntry(seq, { chain }));
      hash = entryHash(hash, text);
      tree.add(hash);
      yield entryLine(text, hash);
      if (tree.count < rootEvery) continue;
      const root: RootStatement = {
        chain,
        number: (roots += 1),
        first: seq - tree.count + 1,
        last: seq,
        root: tree.root(),
        head: hash,
        previous,
        closedAt: anEntry(seq).createdAt,
        keyId: keyIdOf(key.publicKey),
      };
      yield statementLine('root', root, signatureOf('root', root, key.privateKey));
      previous = statementHash(root);
      tree = new MerkleTree();
    }
    return { chain, seq: entries, hash, roots };
  }
  const walk = lines();
  let step = walk.next();
  while (!step.done) step = walk.next();
  return { head: step.value, lines };
}

/** The line in which a key names the next. */
export function voucher(former: InstanceKey, next: InstanceKey): string {
  const pem = next.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const statement: KeyStatement = { format: exportFormat, keyId: keyIdOf(former.publicKey), at: '2031-03-04T05:00:00.000Z', next: pem };
  return statementLine('key', statement, signatureOf('key', statement, former.privateKey));
}

export function signedCheckpoint(key: InstanceKey, heads: readonly ChainHead[], more: Partial<Checkpoint> = {}): string {
  const at = '2031-03-04T05:06:07.000Z';
  const checkpoint: Checkpoint = { format: exportFormat, keyId: keyIdOf(key.publicKey), organization: null, at, heads, ...more };
  return statementLine('checkpoint', checkpoint, signatureOf('checkpoint', checkpoint, key.privateKey));
}

export function sampleExport(key: InstanceKey, chains: readonly SampleChain[], more: Partial<Checkpoint> = {}): string[] {
  return [
    signedCheckpoint(
      key,
      chains.map(({ head }) => head),
      more,
    ),
    ...chains.flatMap((chain) => [...chain.lines()]),
  ];
}
