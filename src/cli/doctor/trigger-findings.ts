import type { Pool } from 'pg';
import { commandName } from '#host/program/command-name.js';
import { unregisteredTriggers } from '#modules/triggers/index.js';
import { counted } from '../remote/counted.js';
import { ok, warn, type Finding } from './finding.js';

const mostNamed = 20;

/** Whether the triggers of all deployed workflows are registered. A release without triggers deployed some of them without effect. */
export async function triggerFinding(pool: Pool): Promise<Finding> {
  const found = await unregisteredTriggers(pool);
  if (found.length === 0) return ok('triggers', 'the triggers of all deployed workflows are registered');
  const named = found.slice(0, mostNamed).map(({ id, name }) => `${name} (${id})`);
  const more = found.length > mostNamed ? ' and others' : '';
  const message = `${counted(found.length, 'deployed workflow')} with triggers that start nothing: ${named.join(', ')}${more}`;
  return warn(
    'triggers',
    message,
    `They were deployed before the server had triggers. Deploy them again: ${commandName} workflows deploy <workflow>`,
  );
}
