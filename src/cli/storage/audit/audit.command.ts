import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { DomainError } from '#kernel/errors.js';
import type { ArchiveOptions, AuditArchive } from '#modules/audit/index.js';
import type { Verified, VerifyOptions } from '#modules/audit/proof/verify-file.js';
import { CommandFailed, exitCode, WrongUsage } from '../../failure.js';
import { complain, print } from '../../terminal.js';
import { writeWhole } from './write-whole.js';

interface Of {
  readonly organization?: string;
}

export function addAudit(program: Command): void {
  const audit = program.command('audit').description('export and verify the audit log');
  audit
    .command('export')
    .description('write entries, roots and signatures as JSON Lines')
    .option('--organization <id>', 'only the log of this organization')
    .option('--out <file>', 'the file to write; default: standard output')
    .action(exportLog);
  audit
    .command('checkpoint')
    .description('print the signed position of the log; stored elsewhere, it proves later that the end of an export is complete')
    .option('--organization <id>', 'only the log of this organization')
    .action(({ organization }: Of) => inArchive(async (archive) => print(await archive.checkpoint(idOf(organization)))));
  audit
    .command('public-key')
    .description('print the public keys that verify exports')
    .action(() => inArchive((archive) => print(archive.publicKeys.join('').trimEnd())));
  audit
    .command('rotate-key')
    .description('replace the signing key; the former key signs the new one, so that auditors who trust it can trust the new one')
    .option('--former-is-lost', 'the former key is lost or cannot be decrypted; auditors must be given the new one')
    .action(rotateKey);
  audit
    .command('prove')
    .description('print a proof that a signed root covers an entry')
    .argument('<id>', 'the id of the entry')
    .action(prove);
  audit
    .command('verify')
    .description('verify an export or a proof, without a server; without --runs also without a database')
    .argument('<file>', 'the output of export or prove')
    .requiredOption(
      '--public-key <file>',
      'the output of public-key; may be repeated, and a file may contain several keys',
      (file: string, others: readonly string[] | undefined) => [...(others ?? []), file],
    )
    .option('--checkpoint <file>', 'an earlier output of checkpoint')
    .option('--runs', 'also compare the runs in the database with the digests in the export')
    .action(verify);
}

async function inArchive(work: (archive: AuditArchive) => Promise<void> | void): Promise<void> {
  const { AuditArchive } = await import('#modules/audit/index.js');
  await inLog(async (options) => work(await AuditArchive.open(options)));
}

async function inLog(work: (options: ArchiveOptions) => Promise<void>): Promise<void> {
  const [{ withStorage }, { requirePresentSchema }, { requireEncryptionKey }] = await Promise.all([
    import('../with-storage.js'),
    import('../upgrade/require-present-schema.js'),
    import('#modules/identity/index.js'),
  ]);
  await withStorage(async ({ connectionString, composition, pool, secretBox, clock, timers }) => {
    await requirePresentSchema(connectionString);
    // A signing key that another encryption key seals is one that no server can use.
    await requireEncryptionKey(pool, secretBox);
    try {
      await work({ lines: composition.auditLines, pool, box: secretBox, clock, timers });
    } catch (error) {
      throw error instanceof DomainError ? new CommandFailed(error.message) : error;
    }
  });
}

function idOf(organization: string | undefined): string | null {
  if (organization === undefined) return null;
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(organization))
    throw new WrongUsage('--organization takes the id of an organization');
  return organization;
}

async function exportLog({ organization, out }: Of & { readonly out?: string }): Promise<void> {
  const id = idOf(organization);
  await inArchive((archive) =>
    out === undefined
      ? pipeline(Readable.from(archive.export(id)), process.stdout, { end: false })
      : writeWhole(out, Readable.from(archive.export(id))),
  );
}

async function rotateKey({ formerIsLost = false }: { readonly formerIsLost?: boolean }): Promise<void> {
  const [{ rotateSigningKey }, { keyIdOf }] = await Promise.all([
    import('#modules/audit/index.js'),
    import('#modules/audit/proof/cryptography.js'),
  ]);
  await inLog(async ({ pool, box, clock }) => {
    const { privateKey, publicKey } = await rotateSigningKey(pool, box, { now: clock.now(), formerIsLost });
    complain(`The signing key is now ${keyIdOf(privateKey)}`);
    print(publicKey.trimEnd());
  });
}

async function prove(id: string): Promise<void> {
  await inArchive(async (archive) => {
    const proof = await archive.prove(id);
    if (proof === undefined) throw new CommandFailed('No signed root covers this entry yet. Roots are signed at the end of each hour.');
    print(proof);
  });
}

interface VerifyFlags {
  readonly publicKey: readonly string[];
  readonly checkpoint?: string;
  readonly runs?: boolean;
}

/** The exit code is 2 when the verification fails. */
async function verify(file: string, { publicKey: publicKeyFiles, checkpoint, runs = false }: VerifyFlags): Promise<void> {
  const [{ ProofBroken }, { UnreadableKey }] = await Promise.all([
    import('#modules/audit/proof/proof-broken.js'),
    import('#modules/audit/proof/verify-file.js'),
  ]);
  const options: VerifyOptions = { file, publicKeyFiles, ...(checkpoint === undefined ? {} : { checkpointFile: checkpoint }) };
  try {
    await (runs ? verifyWithRuns(options) : verifyAlone(options));
  } catch (error) {
    if (error instanceof ProofBroken) {
      complain(`NOT sound: ${error.message}`);
      process.exitCode = exitCode.refuted;
    } else {
      throw error instanceof UnreadableKey ? new CommandFailed(error.message) : error;
    }
  }
}

async function verifyAlone(options: VerifyOptions): Promise<void> {
  const { verifyFile } = await import('#modules/audit/proof/verify-file.js');
  print(inWords(await verifyFile(options)));
}

/** A run whose retention has ended is no longer stored; the export vouches for it without a comparison. */
async function verifyWithRuns(options: VerifyOptions): Promise<void> {
  const [{ verifyFile }, { RunComparison }, { withStorage }] = await Promise.all([
    import('#modules/audit/proof/verify-file.js'),
    import('#modules/audit/index.js'),
    import('../with-storage.js'),
  ]);
  await withStorage(async ({ pool, payloads }) => {
    const comparison = new RunComparison(pool, payloads);
    print(inWords(await verifyFile({ ...options, onVouched: (vouched) => comparison.add(vouched) })));
    const { findings, streams, uncovered, vouched, expired } = await comparison.finish();
    for (const { stream, reason } of findings) complain(`NOT sound: run ${stream}: ${reason}`);
    if (findings.length > 0) process.exitCode = exitCode.refuted;
    else print(`Sound: ${streams - uncovered} streams of runs, ${vouched} digests compared, ${expired} runs removed by retention`);
    if (uncovered > 0) print(`Not covered: ${uncovered} streams were recorded without a digest by an earlier release`);
  });
}

function inWords(verified: Verified): string {
  if (verified.kind === 'proof') {
    const { action, resourceType, resourceId, createdAt, actorEmail, chain, seq } = verified.found;
    return `Sound: entry ${seq} of chain ${chain}: ${action} of ${resourceType} ${resourceId} at ${createdAt} by ${actorEmail ?? 'an unnamed actor'}`;
  }
  const { entries, chains, roots, at } = verified.found;
  return `Sound: ${entries} entries in ${chains} chains under ${roots} roots, exported at ${at}`;
}
