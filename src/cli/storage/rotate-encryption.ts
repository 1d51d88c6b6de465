import { resealRows, type Resealed } from '#host/secrets/reseal.js';
import { signingKeyToReseal } from '#modules/audit/index.js';
import { variablesToReseal } from '#modules/environment/index.js';
import { keyCheckToReseal, keysToReseal, secondFactorsToReseal } from '#modules/identity/index.js';
import { mcpGrantsToReseal, mcpRevocationsToReseal } from '#modules/mcp/index.js';
import { triggerSecretsToReseal } from '#modules/triggers/index.js';
import { processesWithoutKey } from '#modules/operations/index.js';
import type { CommandParts } from '#app/compose-command.js';
import { CommandFailed } from '../failure.js';

/** @throws CommandFailed naming the connected processes that could not open what this key seals */
export async function requireKeyElsewhere({ pool, secretBox }: Pick<CommandParts, 'pool' | 'secretBox'>): Promise<void> {
  const without = await processesWithoutKey(pool, secretBox.keyId);
  if (without.length === 0) return;
  throw new CommandFailed(
    `Nothing was changed: SLUICE_ENCRYPTION_KEY is unknown to ${without.join(', ')}, which could verify no API key afterwards. ` +
      'Add it to SLUICE_ENCRYPTION_KEY_PREVIOUS of every process and restart them first, or stop them. --force encrypts nevertheless',
  );
}

/**
 * Encrypts API keys, environment variables, secrets of triggers and of second factors, access tokens of MCP servers, the signing key of the audit log and the check value with SLUICE_ENCRYPTION_KEY that were encrypted with one of SLUICE_ENCRYPTION_KEY_PREVIOUS.
 * Servers keep running; a second call does the rest. The database must have the schema of this version.
 */
export async function rotateEncryption(
  { secretBox: box, keyDigest: digest, pool }: Pick<CommandParts, 'secretBox' | 'keyDigest' | 'pool'>,
  print: (line: string) => void,
): Promise<Resealed> {
  // First, so that a process without the key says so, and does not call valid API keys unknown.
  const check = await resealRows(keyCheckToReseal(pool, box), print);
  const keys = await resealRows(keysToReseal(pool, box, digest), print);
  const variables = await resealRows(variablesToReseal(pool, box), print);
  const signing = await resealRows(signingKeyToReseal(pool, box), print);
  const triggers = await resealRows(triggerSecretsToReseal(pool, box), print);
  const factors = await resealRows(secondFactorsToReseal(pool, box), print);
  const grants = await resealRows(mcpGrantsToReseal(pool, box), print);
  const revocations = await resealRows(mcpRevocationsToReseal(pool, box), print);
  const all = [check, keys, variables, signing, triggers, factors, grants, revocations];
  return { resealed: all.reduce((sum, { resealed }) => sum + resealed, 0), unreadable: all.flatMap(({ unreadable }) => unreadable) };
}
