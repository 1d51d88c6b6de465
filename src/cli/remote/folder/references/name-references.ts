import type { ExportedDocument, SluiceClient } from '#client';
import { readResources } from './read-resources.js';
import { hasReferences, withNames, type Resources } from './references.js';

/** A function that replaces ids in exported documents by names. It reads the workspace once, when a document needs it. */
export function nameReferences(client: SluiceClient, workspaceId: string): (exported: ExportedDocument) => Promise<ExportedDocument> {
  let resources: Resources | undefined;
  return async (exported) => {
    const { blocks } = exported.state;
    if (!hasReferences(blocks)) return exported;
    resources ??= await readResources(client, workspaceId);
    return { ...exported, state: { ...exported.state, blocks: withNames(blocks, resources) } };
  };
}
