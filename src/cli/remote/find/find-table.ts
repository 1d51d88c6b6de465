import type { SluiceClient, Table } from '#client';
import { pickNamed } from './pick-named.js';

/** The table that is given by id or name. @throws CommandFailed that lists the tables */
export async function findTable(client: SluiceClient, workspaceId: string, wanted: string): Promise<Table> {
  return pickNamed((await client.tables.list({ workspaceId })).data.tables, wanted, 'table');
}
