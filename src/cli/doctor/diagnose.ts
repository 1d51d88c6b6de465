import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ConfigError, type Config } from '#host/config/config.js';
import { SystemIds } from '#host/system-ids.js';
import { composeCommand, type CommandParts } from '#app/compose-command.js';
import { readConfig } from '../read-config.js';
import { auditFinding, runFindings } from './audit-findings.js';
import { contentFindings, serverFindings } from './database-findings.js';
import { bucketFinding, folderFinding } from './file-findings.js';
import { fail, ok, type Finding } from './finding.js';
import { metricsFinding, outboundFinding, portFinding } from './network-findings.js';
import { sandboxFinding } from './sandbox-findings.js';
import { operatorFinding, secretFinding } from './secret-findings.js';

interface Depth {
  /** Whether to verify all stored runs, which reads all events. */
  readonly deep: boolean;
}

/** Runs all checks. A failed check does not prevent the others. */
export async function diagnose(depth: Depth): Promise<readonly Finding[]> {
  const node = ok('node', `Node ${process.versions.node}`);
  const config = readOrProblems();
  if (isProblems(config)) return [node, ...config];
  return [
    node,
    ok('configuration', `all settings are valid; role ${config.role}, ${config.baseUrl}`),
    ...(await storageFindings(config, depth)),
    await fileFinding(config),
    await sandboxFinding(config),
    await portFinding(config),
    metricsFinding(config),
    outboundFinding(config.outboundAllow),
  ];
}

/** Without valid settings no other check is possible. */
function readOrProblems(): Config | readonly Finding[] {
  try {
    return readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map((problem) => fail('configuration', problem, 'Correct the setting. npx sluice --help lists all settings.'));
  }
}

function isProblems(found: Config | readonly Finding[]): found is readonly Finding[] {
  return Array.isArray(found);
}

async function storageFindings(config: Config, depth: Depth): Promise<readonly Finding[]> {
  const folder = config.databaseUrl === undefined ? dataFolder(config) : undefined;
  const disk = folder === undefined ? [] : [await folderFinding('data folder', folder)];
  // The check creates nothing: the first start creates the database.
  if (folder !== undefined && !existsSync(join(folder, 'postgres')))
    return [...disk, ok('database', `the first start creates one in ${folder}`)];
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

/** The folder where data is, or will be. */
function dataFolder({ dataDir }: Config): string {
  const usual = resolve('.sluice');
  const elsewhere = join(usual, 'data');
  return dataDir ?? (existsSync(elsewhere) ? elsewhere : usual);
}

async function insideFindings({ pool, config, clock, secretBox, keyDigest }: CommandParts, { deep }: Depth): Promise<readonly Finding[]> {
  const content = await contentFindings(pool);
  const isOurs = content.every(({ check, status }) => check !== 'schema' || status === 'ok');
  return [
    ...(await serverFindings(pool, clock, config.databasePool)),
    ...content,
    ...(isOurs ? [await secretFinding(pool, secretBox, keyDigest), await operatorFinding(pool), await auditFinding(pool)] : []),
    ...(isOurs && deep ? await runFindings(pool) : []),
  ];
}

function fileFinding(config: Config): Promise<Finding> {
  if (config.s3Bucket !== undefined) return bucketFinding(config, new SystemIds());
  return folderFinding('files', config.filesDir ?? join(dataFolder(config), 'files'));
}
