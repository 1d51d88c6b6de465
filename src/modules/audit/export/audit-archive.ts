import type { Pool, PoolClient } from 'pg';
import { inTurns } from '#host/loop/turn.js';
import { commandName } from '#host/program/command-name.js';
import { isAtOrAfter, newestPosition, type FeedPosition } from '#ledger/projections/event-feed.js';
import type { SecretBox } from '#host/secrets/secret-box.js';
import type { AuditLine } from '#kernel/audit-line.js';
import type { Clock } from '#kernel/clock.js';
import { DomainError, notFound } from '#kernel/errors.js';
import { isId } from '#kernel/ids.js';
import type { Timers } from '#kernel/timers.js';
import { chainStart, entryLine, entryText } from '../proof/entry-chain.js';
import type { InclusionProof } from '../proof/inclusion-proof.js';
import { canonicalJson } from '../proof/canonical-json.js';
import { inclusionSteps } from '../proof/merkle-tree.js';
import { keyIdOf } from '../proof/cryptography.js';
import { signatureOf } from '../proof/sign-statement.js';
import { exportFormat, statementLine, type ChainHead, type Checkpoint } from '../proof/statements.js';
import { auditEntryColumns, sealedEntry, type FoundEntry } from '../store/audit-entry.entity.js';
import { AuditLines } from '../recording/audit-lines.js';
import { auditRound } from '../recording/audit-round.js';
import { auditPlace } from '../store/audit-place.entity.js';
import { keyring } from '../store/keyring.js';
import { auditRootColumns, signedRoot, type FoundRoot } from '../store/audit-root.entity.js';
import { loadSigningKey } from '../store/signing-key.js';

export interface ArchiveOptions {
  readonly lines: readonly AuditLine[];
  readonly pool: Pool;
  readonly box: SecretBox;
  readonly clock: Clock;
  readonly timers: Timers;
}

const pageSize = 5000;
const roundSize = 5000;
const pauseMs = 20;
const patienceMs = 30_000;

const never = new AbortController().signal;

/** Writes exports, checkpoints and proofs of the audit log, signed. Works with and without running servers. */
export class AuditArchive {
  private constructor(
    private readonly lines: AuditLines,
    private readonly pool: Pool,
    private readonly clock: Clock,
    private readonly timers: Timers,
    private readonly box: SecretBox,
    /** All keys that have ever signed, the oldest first, PEM. Verification needs them. */
    readonly publicKeys: readonly string[],
  ) {}

  static async open({ lines, pool, box, clock, timers }: ArchiveOptions): Promise<AuditArchive> {
    await loadSigningKey(pool, box);
    return new AuditArchive(new AuditLines(lines), pool, clock, timers, box, (await keyring(pool)).publicKeys);
  }

  /** The head of every chain, or of the chain of one organization, as one signed line. */
  async checkpoint(organization: string | null): Promise<string> {
    await this.#catchUp();
    return this.#inOneMoment(async (client) => (await this.#signed(client, organization)).line);
  }

  /** Yields an export in parts of a few thousand lines. The log only grows, so what the signed heads cover is read without a transaction. */
  async *export(organization: string | null): AsyncGenerator<string> {
    await this.#catchUp();
    const { line, heads, vouchers } = await this.#inOneMoment((client) => this.#signed(client, organization));
    yield [...vouchers, line, ''].join('\n');
    for (const head of heads) yield* chainLines(this.pool, head);
  }

  /** Proves in one line that an entry is under a signed root. @returns undefined while no root covers the entry @throws DomainError not-found */
  async prove(id: string): Promise<string | undefined> {
    await this.#catchUp();
    const found = await this.#inOneMoment(async (client) => {
      const { entry } = await findEntry(client, id);
      const root = await findRoot(client, entry.chain, entry.seq);
      if (root === undefined) return undefined;
      const { statement, signature } = root;
      const { chain, first, last } = statement;
      const hashes = await hashesOf(client, chain, first, last);
      const index = entry.seq - first;
      const [before = chainStart] = index > 0 ? hashes.slice(index - 1) : await hashesOf(client, chain, first - 1, first - 1);
      const { vouchers } = await keyring(client);
      const keys = vouchers.length === 0 ? {} : { keys: vouchers };
      return { hashes, index, proof: { entry, previous: before, root: statement, signature, ...keys } };
    });
    if (found === undefined) return undefined;
    const path = await inTurns(inclusionSteps(found.hashes, found.index));
    const proof: InclusionProof = { proof: { ...found.proof, path } };
    return canonicalJson(proof as never);
  }

  /**
   * Waits until the log contains every entry that was committed before the call. Servers write the log; this process does if no server
   * does.
   * @throws DomainError if the log does not advance for `patienceMs`
   */
  async #catchUp(): Promise<void> {
    const target = await newestPosition(this.pool);
    const isStandstill = this.#standstill();
    for (;;) {
      const passed = await this.#round();
      const place = await auditPlace(this.pool);
      if (isAtOrAfter(place, target)) return;
      if (isStandstill(place)) throw behind();
      if (passed !== roundSize) await this.timers.wait(pauseMs, never);
    }
  }

  /** Whether the place has not changed for longer than `patienceMs`. */
  #standstill(): (place: FeedPosition) => boolean {
    const now = (): number => this.clock.now().getTime();
    let last: FeedPosition | undefined;
    let since = now();
    return (place) => {
      if (last?.tx !== place.tx || last.pos !== place.pos) [last, since] = [place, now()];
      return now() - since > patienceMs;
    };
  }

  async #round(): Promise<number | undefined> {
    const client = await this.pool.connect();
    try {
      return await auditRound(client, {
        lines: this.lines,
        key: await loadSigningKey(client, this.box),
        now: this.clock.now(),
        limit: roundSize,
      });
    } finally {
      client.release();
    }
  }

  async #inOneMoment<Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result> {
    const client = await this.pool.connect();
    try {
      await client.query('begin isolation level repeatable read read only');
      return await work(client);
    } finally {
      await client.query('rollback').catch(() => undefined);
      client.release();
    }
  }

  /** Signs with the key of the transaction, which reads one moment. */
  async #signed(client: PoolClient, organization: string | null): Promise<SignedHeads> {
    const heads = await headsOf(client, organization);
    const { privateKey } = await loadSigningKey(client, this.box);
    const { vouchers, formerKeys } = await keyring(client);
    const former = formerKeys.length === 0 ? {} : { formerKeys };
    const checkpoint: Checkpoint = {
      format: exportFormat,
      keyId: keyIdOf(privateKey),
      organization,
      at: this.clock.iso(),
      ...former,
      heads,
    };
    return { heads, vouchers, line: statementLine('checkpoint', checkpoint, signatureOf('checkpoint', checkpoint, privateKey)) };
  }
}

interface SignedHeads {
  readonly heads: readonly ChainHead[];
  readonly vouchers: readonly string[];
  readonly line: string;
}

function behind(): DomainError {
  const message = `The audit log lags and makes no progress: a transaction is open, or the server that records it fails. Run ${commandName} doctor.`;
  return new DomainError('unavailable', 'UNAVAILABLE', message);
}

async function headsOf(client: PoolClient, organization: string | null): Promise<readonly ChainHead[]> {
  const { rows } = await client.query<Omit<ChainHead, 'seq'> & { seq: string }>(
    'select id as chain, seq, hash, roots from audit_chain where $1::uuid is null or id = $1 order by id',
    [organization],
  );
  return rows.map((row) => ({ ...row, seq: Number(row.seq) }));
}

/** Each root follows the last entry that it covers. */
async function* chainLines(pool: Pool, { chain, seq: end, roots: count }: ChainHead): AsyncGenerator<string> {
  const roots = (await rootsOf(pool, chain, count)).values();
  let root = roots.next().value;
  for (let after = 0; after < end; after += pageSize) {
    const lines: string[] = [];
    for (const { entry, hash } of await entriesOf(pool, { chain, after, to: Math.min(end, after + pageSize) })) {
      lines.push(entryLine(entryText(entry), hash));
      for (; root?.statement.last === entry.seq; root = roots.next().value)
        lines.push(statementLine('root', root.statement, root.signature));
    }
    yield `${lines.join('\n')}\n`;
  }
}

interface Stretch {
  readonly chain: string;
  readonly after: number;
  readonly to: number;
}

async function entriesOf(pool: Pool, { chain, after, to }: Stretch): Promise<ReturnType<typeof sealedEntry>[]> {
  const { rows } = await pool.query<FoundEntry>({
    name: 'audit_chain_entries',
    text: `select ${auditEntryColumns} from audit_entry where chain = $1 and seq > $2 and seq <= $3 order by seq`,
    values: [chain, after, to],
  });
  return rows.map(sealedEntry);
}

async function rootsOf(pool: Pool, chain: string, count: number): Promise<ReturnType<typeof signedRoot>[]> {
  const { rows } = await pool.query<FoundRoot>(
    `select ${auditRootColumns} from audit_root where chain = $1 and number <= $2 order by number`,
    [chain, count],
  );
  return rows.map(signedRoot);
}

async function findEntry(client: PoolClient, id: string): Promise<ReturnType<typeof sealedEntry>> {
  const { rows } = await client.query<FoundEntry>(`select ${auditEntryColumns} from audit_entry where id = $1`, [isId(id) ? id : null]);
  const [row] = rows;
  if (row === undefined) throw notFound('Audit log');
  return sealedEntry(row);
}

async function findRoot(client: PoolClient, chain: string, seq: number): Promise<ReturnType<typeof signedRoot> | undefined> {
  const { rows } = await client.query<FoundRoot>(
    `select ${auditRootColumns} from audit_root where chain = $1 and first <= $2 and last >= $2 order by number limit 1`,
    [chain, seq],
  );
  return rows.map(signedRoot)[0];
}

async function hashesOf(client: PoolClient, chain: string, first: number, last: number): Promise<string[]> {
  const { rows } = await client.query<{ hash: string }>(
    'select hash from audit_entry where chain = $1 and seq between $2 and $3 order by seq',
    [chain, first, last],
  );
  return rows.map(({ hash }) => hash);
}
