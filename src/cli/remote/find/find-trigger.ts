import type { SluiceClient } from '#client';
import { collected } from '../collected.js';
import { isUuid } from './is-uuid.js';
import { pickNamed } from './pick-named.js';

/** The id of a trigger that is given by id or by the name of its block. @throws CommandFailed that lists the candidates */
export async function findTrigger(client: SluiceClient, wanted: string, workspaceId: string): Promise<string> {
  if (isUuid(wanted)) return wanted;
  const triggers = await collected(client.triggers.list({ workspaceId, limit: 100 }));
  const present = triggers.filter(({ status }) => status !== 'retired');
  return pickNamed(
    present.map(({ id, blockName }) => ({ id, name: blockName })),
    wanted,
    'trigger',
  ).id;
}
