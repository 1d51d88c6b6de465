import type { Pool } from 'pg';
import type { WorkflowDocument } from '#document/document.js';
import { readTriggers } from '../kinds/trigger-kinds.js';

/** Documents that may have a trigger; the others are not read. */
const mayTrigger = '"triggerMode": *true|"(schedule|generic_webhook|webhook|table_new_row|sim_workspace_event|rss|imap)"';
const mostRead = 1_000;

/** A deployed workflow whose triggers do nothing. */
export interface UnregisteredWorkflow {
  readonly id: string;
  readonly name: string;
}

/**
 * Deployed workflows with triggers that are not registered: they were deployed by a release that had no triggers. At most 1,000 workflows are
 * read, the oldest first.
 */
export async function unregisteredTriggers(pool: Pool): Promise<readonly UnregisteredWorkflow[]> {
  const { rows } = await pool.query<UnregisteredWorkflow & { document: WorkflowDocument }>(
    `select w.id, w.name, v.document from workflow w join workflow_version v on v.workflow_id = w.id and v.version = w.active_version
     where not w.deleted and v.document::text ~ $1
       and not exists (select 1 from trigger t where t.workflow_id = w.id and t.status <> 'retired')
     order by w.id limit $2`,
    [mayTrigger, mostRead],
  );
  return rows.filter(({ document }) => hasTrigger(document)).map(({ id, name }) => ({ id, name }));
}

/** A trigger with a problem does nothing either. */
function hasTrigger(document: WorkflowDocument): boolean {
  const { triggers, problems } = readTriggers(document);
  return triggers.length + problems.length > 0;
}
