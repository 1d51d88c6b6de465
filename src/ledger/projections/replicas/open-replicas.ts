import { setTimeout as pause } from 'node:timers/promises';
import { StartRefused } from '#host/start-refused.js';
import { hasState, sqlState } from '#ledger/database/faults/sqlstate.js';
import type { KnownInstallation } from '#ledger/database/servers/server-refused.js';
import { ServerClient } from '#ledger/database/servers/server-client.js';
import { Replica } from './replica.js';

/** How long a replica has to answer at the start. One that does not is used when it does. */
const patienceMs = 2_000;
/** How long a replica may take to show the present timeline: it may be some seconds behind a promotion. */
const timelinePatienceMs = 5_000;
const retryMs = 250;

/** What a start reports, and the primary whose replicas are opened. */
interface OpenReplicas {
  readonly urls: readonly string[];
  /** What is known of the primary at the moment. */
  readonly installation: { readonly known: KnownInstallation };
  readonly report: (message: string) => void;
}

/** Opens the replicas of `DATABASE_READ_URL`. @throws StartRefused for one that is no replica of this installation */
export async function openReplicas({ urls, installation, report }: OpenReplicas): Promise<readonly Replica[]> {
  const replicas = urls.map((url) => new Replica(url, installation, (replica) => report(changeText(replica))));
  try {
    await Promise.all(replicas.map((replica) => requireReplica(replica, installation.known, report)));
    return replicas;
  } catch (error) {
    await Promise.all(replicas.map((replica) => replica.close()));
    throw error;
  }
}

function changeText({ address, state }: Replica): string {
  if (state === 'used') return `The replica at ${address} answers reads again`;
  const reason = { behind: 'is behind', away: 'does not answer', promoted: 'is no standby any more' }[state];
  return `The replica at ${address} ${reason}: the primary answers reads until it can`;
}

async function requireReplica(replica: Replica, known: KnownInstallation, report: (message: string) => void): Promise<void> {
  const [place] = replica.places;
  const client = new ServerClient({ servers: replica, place, application_name: 'sluice', connectionTimeoutMillis: patienceMs });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    return report(`The replica at ${replica.address} cannot be used yet: ${(error as Error).message}`);
  }
  try {
    const refusal = await refusalOf(client, replica.address, known);
    if (refusal !== undefined) throw new StartRefused(`DATABASE_READ_URL names ${refusal}`, 'configuration');
  } finally {
    await client.end();
  }
}

async function refusalOf(client: ServerClient, address: string, known: KnownInstallation): Promise<string | undefined> {
  const { isStandby = false, system } = client.facts ?? {};
  if (known.system !== undefined && system !== undefined && system !== known.system)
    return `a server of another installation (${address} has the system identifier ${system}, and the database ${known.system}): name a standby of the database`;
  if (!isStandby) return `a server that is no standby (${address}): name a standby of the database, or leave the setting out`;
  if (known.timeline === undefined) return undefined;
  const giveUpAt = performance.now() + timelinePatienceMs;
  for (;;) {
    const timeline = await timelineOf(client, known.system);
    if (timeline >= known.timeline) return undefined;
    if (performance.now() > giveUpAt)
      return `a standby of a former primary (${address} is at the timeline ${timeline}, and the database at ${known.timeline}): make it a standby of the present primary`;
    await pause(retryMs);
  }
}

/** The timeline of the data: that of the last checkpoint, or a later one of which the data tells. */
async function timelineOf(client: ServerClient, system = ''): Promise<number> {
  const { rows: told } = await client.query<{ timeline: number }>('select timeline_id as timeline from pg_control_checkpoint()');
  const { rows: recorded } = await client
    .query<{ timeline: number | null }>('select max(timeline) as timeline from server_timeline where system_identifier = $1', [system])
    .catch((error: unknown) => {
      // It has not replayed the migration yet.
      if (hasState(error, sqlState.undefinedTable)) return { rows: [] };
      throw error;
    });
  return Math.max(told[0]?.timeline ?? 0, recorded[0]?.timeline ?? 0);
}
