import type { SluiceClient } from '#client';
import { collected } from '../../collected.js';
import type { Resources } from './references.js';

/** Reads what workflows of a workspace can refer to. */
export async function readResources({ tables, knowledgeBases, workflows }: SluiceClient, workspaceId: string): Promise<Resources> {
  const [ofTables, ofBases, ofWorkflows] = await Promise.all([
    tables.list({ workspaceId }),
    knowledgeBases.list({ workspaceId }),
    collected(workflows.list({ workspaceId, limit: 100 })),
  ]);
  return { table: ofTables.data.tables, 'knowledge base': ofBases.data.knowledgeBases, workflow: ofWorkflows };
}
