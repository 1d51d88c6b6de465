import { isJsonObject, type JsonObject } from '#kernel/json.js';
import type { AuditEntry } from '../domain/audit-entry.js';
import { canonicalJson } from './canonical-json.js';
import type { PublicKey } from '#proof-cryptography';
import { chainStart, entryHash, entryLine, entryText } from './entry-chain.js';
import { MerkleTree } from './merkle-tree.js';
import { ProofBroken } from './proof-broken.js';
import { parseLine, SignedLines } from './signed-line.js';
import { exportFormat, statementHash, type ChainHead, type Checkpoint, type RootStatement } from './statements.js';

/** The content of a verified export. */
export interface VerifiedExport {
  readonly at: string;
  readonly chains: number;
  readonly entries: number;
  readonly roots: number;
}

/** A chain up to the line that was read last. */
interface Progress {
  readonly head: ChainHead;
  seq: number;
  hash: string;
  roots: number;
  rootHash: string | null;
  /** Of the entries after the last root. */
  tree: MerkleTree;
}

/**
 * Reads an export line by line and keeps only the head of each chain. Every byte counts: a line that differs from the line
 * that a server writes is refused.
 */
export class ExportVerifier {
  readonly #lines: SignedLines;
  #checkpoint: Checkpoint | undefined;
  #known: ReadonlyMap<string, ChainHead> = new Map();
  readonly #followed: { readonly former: string; readonly next: string }[] = [];
  #line = 0;
  #header: Checkpoint | undefined;
  #chain: Progress | undefined;
  #chains = 0;
  #entries = 0;
  #roots = 0;

  /** `checkpoint` is the line of an earlier checkpoint that was kept elsewhere. */
  constructor(
    publicKeys: readonly PublicKey[],
    private readonly checkpoint?: string,
  ) {
    this.#lines = new SignedLines(publicKeys);
  }

  /** Reads the next line, without its line break. @throws ProofBroken */
  take(line: string): void {
    this.#line += 1;
    try {
      this.#take(line);
    } catch (error) {
      throw error instanceof ProofBroken ? new ProofBroken(`Line ${this.#line} ${error.message}`) : error;
    }
  }

  /** Call it after the last line. @throws ProofBroken if something is missing */
  finish(): VerifiedExport {
    const header = this.#header;
    if (header === undefined) throw new ProofBroken('The export is empty');
    this.#closeChain();
    const missing = header.heads[this.#chains];
    if (missing !== undefined) throw new ProofBroken(`The export ends before chain ${missing.chain}, which has ${missing.seq} entries`);
    this.#compareChains(header);
    return { at: header.at, chains: this.#chains, entries: this.#entries, roots: this.#roots };
  }

  #take(line: string): void {
    const parsed = parseLine(line);
    if (this.#header === undefined && 'key' in parsed) this.#followed.push(this.#lines.follow(line, parsed));
    else if (this.#header === undefined) this.#begin(this.#lines.checkpoint(line, parsed));
    else if ('entry' in parsed) this.#entry(line, parsed);
    else this.#root(this.#lines.root(line, parsed));
  }

  #begin(header: Checkpoint): void {
    if (header.format !== exportFormat) throw new ProofBroken(`says that the format is ${header.format} and not ${exportFormat}`);
    const { formerKeys = [], keyId } = header;
    const followed = this.#followed.map(({ former, next }) => [former, next]);
    const named = formerKeys.map((former, index) => [former, formerKeys[index + 1] ?? keyId]);
    if (canonicalJson(followed) !== canonicalJson(named))
      throw new ProofBroken(`says that the keys ${formerKeys.join(', ')} led to ${keyId}, and others stand before it`);
    this.#header = header;
    if (this.checkpoint !== undefined) this.#know(this.checkpoint);
  }

  #know(checkpoint: string): void {
    try {
      this.#checkpoint = this.#lines.checkpoint(checkpoint);
    } catch (error) {
      throw error instanceof ProofBroken ? new ProofBroken(`cannot be compared: the checkpoint ${error.message}`) : error;
    }
    this.#known = new Map(this.#checkpoint.heads.map((head) => [head.chain, head]));
  }

  #entry(line: string, { entry: given, hash }: JsonObject): void {
    if (!isJsonObject(given) || given['metadata'] === undefined) throw new ProofBroken('is not an entry');
    const entry = given as unknown as AuditEntry;
    const chain = this.#chainOf(entry.chain);
    if (entry.seq !== chain.seq + 1) throw new ProofBroken(`is entry ${entry.seq} of chain ${entry.chain} where ${chain.seq + 1} belongs`);
    if (entry.seq > chain.head.seq) throw new ProofBroken(`is an entry after the last one of chain ${entry.chain}, ${chain.head.seq}`);
    const text = entryText(entry);
    const expected = entryHash(chain.hash, text);
    if (hash !== expected)
      throw new ProofBroken(`is entry ${entry.seq} of chain ${entry.chain}, and was changed: its hash does not follow`);
    if (line !== entryLine(text, expected)) throw new ProofBroken('is not in canonical form');
    if (this.#known.get(entry.chain)?.seq === entry.seq && this.#known.get(entry.chain)?.hash !== expected) {
      throw new ProofBroken(
        `is entry ${entry.seq} of chain ${entry.chain}, and another one than the checkpoint of ${this.#checkpoint?.at} knows`,
      );
    }
    chain.seq = entry.seq;
    chain.hash = expected;
    chain.tree.add(expected);
    this.#entries += 1;
  }

  #root(statement: RootStatement): void {
    const chain = this.#chain;
    if (chain === undefined || chain.head.chain !== statement.chain)
      throw new ProofBroken(`is a root of chain ${statement.chain} among others`);
    const { seq: last, hash: head, rootHash: previous, tree } = chain;
    const expected: Partial<RootStatement> = { number: chain.roots + 1, first: last - tree.count + 1, last, head, previous };
    const isNext = Object.entries(expected).every(([name, value]) => statement[name as keyof RootStatement] === value);
    if (!isNext || tree.count === 0)
      throw new ProofBroken(`is root ${statement.number} of chain ${statement.chain} where another one belongs`);
    if (statement.root !== tree.root()) throw new ProofBroken(`is root ${statement.number} of chain ${statement.chain} over other entries`);
    chain.roots = statement.number;
    chain.rootHash = statementHash(statement);
    chain.tree = new MerkleTree();
    this.#roots += 1;
  }

  /** The chain that is being read. The next chain begins only when the one before it is complete. */
  #chainOf(id: string): Progress {
    if (this.#chain?.head.chain === id) return this.#chain;
    this.#closeChain();
    const head = this.#header?.heads[this.#chains];
    if (head === undefined || head.chain !== id) throw new ProofBroken(`is an entry of chain ${id} where none belongs`);
    this.#chain = { head, seq: 0, hash: chainStart, roots: 0, rootHash: null, tree: new MerkleTree() };
    return this.#chain;
  }

  #closeChain(): void {
    const chain = this.#chain;
    if (chain === undefined) return;
    const { head, seq, hash, roots } = chain;
    if (seq !== head.seq || hash !== head.hash) throw new ProofBroken(`Chain ${head.chain} ends with entry ${seq} instead of ${head.seq}`);
    if (roots !== head.roots) throw new ProofBroken(`Chain ${head.chain} has ${roots} roots instead of ${head.roots}`);
    this.#chain = undefined;
    this.#chains += 1;
  }

  /** The export must contain all entries that the checkpoint covers. A checkpoint of other chains proves nothing and is refused. */
  #compareChains({ organization, heads }: Checkpoint): void {
    if (this.#checkpoint === undefined) return;
    const { at, heads: former } = this.#checkpoint;
    const comparable = former.filter(({ chain }) => organization === null || organization === chain);
    for (const { chain, seq } of comparable) {
      const now = heads.find((head) => head.chain === chain)?.seq ?? 0;
      if (now < seq)
        throw new ProofBroken(`Chain ${chain} has ${now} entries, and had ${seq} at the checkpoint of ${at}: its end was cut off`);
    }
    if (comparable.length === 0)
      throw new ProofBroken(`The checkpoint of ${at} is about none of the chains of this export: there was nothing to compare`);
  }
}
