import type { CommandParts } from '#app/compose-command.js';
import { DatabaseServers } from '#ledger/database/servers/database-servers.js';
import { openReplicas } from '#ledger/projections/replicas/open-replicas.js';
import { fail, ok, warn, type Finding } from '../finding.js';

/** Whether the servers of `DATABASE_READ_URL` answer, and are standbys of the database. */
export async function replicaFinding({
  connectionString,
  config: { databaseReadUrls: urls },
}: Pick<CommandParts, 'connectionString' | 'config'>): Promise<Finding> {
  const check = 'replicas';
  const reports: string[] = [];
  try {
    const installation = DatabaseServers.of(connectionString);
    const replicas = await openReplicas({ urls, installation, report: (message) => reports.push(message) });
    await Promise.all(replicas.map((replica) => replica.close()));
  } catch (error) {
    return fail(check, (error as Error).message, 'A server does not start with this setting.');
  }
  if (reports.length > 0) return warn(check, reports.join('; '), 'The primary answers its reads meanwhile.');
  return ok(check, urls.length === 1 ? 'the replica answers' : `all ${urls.length} answer`);
}
