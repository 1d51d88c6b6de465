import { join } from 'node:path';
import { commandName } from '#host/program/command-name.js';
import { ConfigError, type Config } from '#host/config/config.js';
import { SystemIds } from '#host/system-ids.js';
import { composeCommand, type CommandParts } from '#app/compose-command.js';
import { readConfig } from '../read-config.js';
import { auditFinding, runFindings } from './audit-findings.js';
import { contentFindings, serverFindings } from './database/database-findings.js';
import { bucketFinding, folderFinding } from './file-findings.js';
import { fail, ok, warn, type Finding } from './finding.js';
import { breakerFindings, modelFindings } from './model-findings.js';
import { moneyFindings } from './money-findings.js';
import { metricsFinding, outboundFinding, portFinding } from './network-findings.js';
import { eventReader } from '../storage/event-reader.js';
import { dataFolderOf, hasDatabase } from '../storage/database-folder.js';
import { replicaFinding } from './database/replica-findings.js';
import { sandboxFinding } from './sandbox-findings.js';
import { operatorFinding, secretFinding } from './secret-findings.js';
import { triggerFinding } from './trigger-findings.js';

interface Depth {
  /** Whether to verify all stored runs, which reads all events. */
  readonly deep: boolean;
}

/** Runs all checks. A failed check does not prevent the others; settings with a problem count as not set. */
export async function diagnose(depth: Depth): Promise<readonly Finding[]> {
  const { config, problems, invalid } = readSettings();
  const isKnown = (...names: readonly (keyof Config)[]): boolean => names.every((name) => !invalid.has(name));
  const isDatabaseKnown = isKnown('databaseUrl', 'encryptionKey', 'formerEncryptionKeys', 'dataDir');
  return [
    ok('node', `Node ${process.versions.node}`),
    ...configurationFindings(config, problems),
    ...(isDatabaseKnown ? await storageFindings(config, depth) : [unknown('database')]),
    isKnown('dataDir', 'filesDir', 's3Bucket', 's3Endpoint') ? await fileFinding(config) : unknown('files'),
    await sandboxFinding(config),
    isKnown('port', 'host') ? await portFinding(config) : unknown('port'),
    metricsFinding(config),
    outboundFinding(config.outboundAllow),
    ...(isKnown('modelsFile', 'outboundAllow') ? await modelFindings(config) : [unknown('models')]),
    ...(isKnown('port', 'host', 'metricsPort', 'metricsToken') ? await breakerFindings(config) : []),
  ];
}

function readSettings(): Settings {
  try {
    return { config: readConfig(), problems: [], invalid: new Set() };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { config: error.valid, problems: error.problems, invalid: error.invalid };
  }
}

interface Settings extends Pick<ConfigError, 'problems' | 'invalid'> {
  readonly config: Config;
}

function configurationFindings({ role, baseUrl }: Config, problems: readonly string[]): readonly Finding[] {
  if (problems.length === 0) return [ok('configuration', `all settings are valid; role ${role}, ${baseUrl}`)];
  return problems.map((problem) => fail('configuration', problem, `Correct the setting. ${commandName} --help lists all settings.`));
}

function unknown(check: string): Finding {
  return warn(check, 'not checked, because a setting of it is invalid', 'Correct the setting first.');
}

async function storageFindings(config: Config, depth: Depth): Promise<readonly Finding[]> {
  const folder = config.databaseUrl === undefined ? dataFolderOf(config) : undefined;
  const disk = folder === undefined ? [] : [await folderFinding('data folder', folder)];
  // The check creates nothing: the first start creates the database.
  if (folder !== undefined && !hasDatabase(folder)) return [...disk, ok('database', `the first start creates one in ${folder}`)];
  try {
    const parts = await composeCommand(config);
    try {
      return [...disk, ok('database', 'answers'), ...(await insideFindings(parts, depth))];
    } finally {
      await parts.close();
    }
  } catch (error) {
    return [...disk, fail('database', (error as Error).message, 'The checks of its content were skipped.')];
  }
}

async function insideFindings(parts: CommandParts, { deep }: Depth): Promise<readonly Finding[]> {
  const { pool, config, clock, secretBox, keyDigest } = parts;
  const content = await contentFindings(pool);
  const isOurs = content.every(({ check, status }) => check !== 'schema' || status === 'ok');
  const ofContent: readonly Check[] = [
    ['encryption key', async () => [await secretFinding(pool, secretBox, keyDigest)]],
    ['operator key', async () => [await operatorFinding(pool)]],
    ['audit log', async () => [await auditFinding(pool, secretBox)]],
    ['triggers', async () => [await triggerFinding(pool)]],
    ['money', () => moneyFindings(pool, eventReader(parts))],
    ...(deep ? [['runs', () => runFindings(parts)] as const] : []),
  ];
  return [
    ...(await serverFindings(pool, clock, config.databasePool)),
    ...(config.databaseReadUrls.length > 0 ? [await replicaFinding(parts)] : []),
    ...content,
    ...(isOurs ? await allOf(ofContent) : []),
  ];
}

type Check = readonly [name: string, perform: () => Promise<readonly Finding[]>];

/** One that ends with an error does not prevent the others. */
async function allOf(checks: readonly Check[]): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const [name, perform] of checks) {
    const found = await perform().catch((error: unknown) => [fail(name, (error as Error).message, 'This check was not completed.')]);
    findings.push(...found);
  }
  return findings;
}

function fileFinding(config: Config): Promise<Finding> {
  if (config.s3Bucket !== undefined) return bucketFinding(config, new SystemIds());
  return folderFinding('files', config.filesDir ?? join(dataFolderOf(config), 'files'));
}
