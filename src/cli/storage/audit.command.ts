import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { DomainError } from '#kernel/errors.js';
import type { ArchiveOptions, AuditArchive } from '#modules/audit/index.js';
import type { Verified, VerifyOptions } from '#modules/audit/proof/verify-file.js';
import { CommandFailed, exitCode } from '../failure.js';
import { complain, print } from '../terminal.js';

interface Of {
  readonly organization?: string;
}

export function addAudit(program: Command): void {
  const audit = program.command('audit').description('take the audit log out, and prove what it says');
  audit
    .command('export')
    .description('write entries, roots and signatures as JSON Lines')
    .option('--organization <id>', 'only the log of this organization')
    .option('--out <file>', 'where to write it, instead of to standard output')
    .action(exportLog);
  audit
    .command('checkpoint')
    .description('print how far the log has come, signed: kept elsewhere, it shows later whether the end of an export was cut off')
    .option('--organization <id>', 'only the log of this organization')
    .action(({ organization }: Of) => inArchive(async (archive) => print(await archive.checkpoint(idOf(organization)))));
  audit
    .command('public-key')
    .description('print the keys with which exports are verified')
    .action(() => inArchive((archive) => print(archive.publicKeys.join('').trimEnd())));
  audit
    .command('rotate-key')
    .description('sign with another key from now on; the former one says so, so that whoever trusts it can trust the new one')
    .option('--former-is-lost', 'the former key is gone or cannot be opened: who checks has to be given the new one')
    .action(rotateKey);
  audit
    .command('prove')
    .description('print a proof that an entry is under a signed root')
    .argument('<id>', 'the id of the entry')
    .action(prove);
  audit
    .command('verify')
    .description('check an export or a proof, without a server or a database')
    .argument('<file>', 'what export or prove has written')
    .requiredOption(
      '--public-key <file>',
      'what public-key has printed; may be given several times, and a file may hold several keys',
      (file: string, others: readonly string[] | undefined) => [...(others ?? []), file],
    )
    .option('--checkpoint <file>', 'what checkpoint has printed earlier')
    .action(verify);
}

async function inArchive(work: (archive: AuditArchive) => Promise<void> | void): Promise<void> {
  const { AuditArchive } = await import('#modules/audit/index.js');
  await inLog(async (options) => work(await AuditArchive.open(options)));
}

async function inLog(work: (options: ArchiveOptions) => Promise<void>): Promise<void> {
  const { withStorage } = await import('./with-storage.js');
  await withStorage(async ({ composition, pool, secretBox, clock, timers }) => {
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
    throw new CommandFailed('--organization takes the id of an organization');
  return organization;
}

async function exportLog({ organization, out }: Of & { readonly out?: string }): Promise<void> {
  const id = idOf(organization);
  await inArchive((archive) =>
    out === undefined
      ? pipeline(Readable.from(archive.export(id)), process.stdout, { end: false })
      : pipeline(Readable.from(archive.export(id)), createWriteStream(out)),
  );
}

async function rotateKey({ formerIsLost = false }: { readonly formerIsLost?: boolean }): Promise<void> {
  const [{ rotateSigningKey }, { keyIdOf }] = await Promise.all([
    import('#modules/audit/index.js'),
    import('#modules/audit/proof/statements.js'),
  ]);
  await inLog(async ({ pool, box, clock }) => {
    const { privateKey, publicKey } = await rotateSigningKey(pool, box, { now: clock.now(), formerIsLost });
    complain(`The key ${keyIdOf(privateKey)} signs from now on`);
    print(publicKey.trimEnd());
  });
}

async function prove(id: string): Promise<void> {
  await inArchive(async (archive) => {
    const proof = await archive.prove(id);
    if (proof === undefined) throw new CommandFailed('No signed root covers this entry yet. Roots are signed when the hour is over.');
    print(proof);
  });
}

/** Ends with 2 when something does not hold. */
async function verify(
  file: string,
  { publicKey: publicKeyFiles, checkpoint }: { readonly publicKey: readonly string[]; readonly checkpoint?: string },
): Promise<void> {
  const [{ verifyFile }, { ProofBroken }, { UnreadableKey }] = await Promise.all([
    import('#modules/audit/proof/verify-file.js'),
    import('#modules/audit/proof/proof-broken.js'),
    import('#modules/audit/proof/unreadable-key.js'),
  ]);
  const options: VerifyOptions = { file, publicKeyFiles, ...(checkpoint === undefined ? {} : { checkpointFile: checkpoint }) };
  try {
    print(inWords(await verifyFile(options)));
  } catch (error) {
    if (error instanceof ProofBroken) {
      complain(`NOT sound: ${error.message}`);
      process.exitCode = exitCode.refuted;
    } else {
      const isPlain = error instanceof UnreadableKey || (error as { code?: unknown }).code === 'ENOENT';
      throw isPlain ? new CommandFailed((error as Error).message) : error;
    }
  }
}

function inWords(verified: Verified): string {
  if (verified.kind === 'proof') {
    const { action, resourceType, resourceId, createdAt, actorEmail, chain, seq } = verified.found;
    return `Sound: entry ${seq} of chain ${chain}: ${action} of ${resourceType} ${resourceId} at ${createdAt} by ${actorEmail ?? 'nobody named'}`;
  }
  const { entries, chains, roots, at } = verified.found;
  return `Sound: ${entries} entries in ${chains} chains under ${roots} roots, exported at ${at}`;
}
