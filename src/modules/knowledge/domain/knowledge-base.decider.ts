import type { Decider } from '#kernel/decider.js';
import { assertNever, conflict, invalidField, notFound } from '#kernel/errors.js';
import type { ChunkingConfig } from './text/chunking-config.js';
import { KnowledgeBaseChanged, KnowledgeBaseCreated, KnowledgeBaseDeleted, type KnowledgeBaseEvent } from './knowledge-base.events.js';

export interface KnowledgeBaseDetails {
  readonly name: string;
  readonly description: string;
  readonly chunkingConfig: ChunkingConfig;
  /** `<provider>/<model>`; absent or null: the model of `SLUICE_EMBEDDINGS_URL`. */
  readonly embeddingModel?: string | null;
}

export type KnowledgeBaseState =
  | { readonly status: 'absent' }
  | { readonly status: 'deleted' }
  | ({ readonly status: 'existing'; readonly workspaceId: string } & KnowledgeBaseDetails);

/** Times are ISO 8601, UTC. */
export type KnowledgeBaseCommand =
  | { readonly type: 'create'; readonly workspaceId: string; readonly details: KnowledgeBaseDetails; readonly at: string }
  | { readonly type: 'change'; readonly changes: Partial<KnowledgeBaseDetails>; readonly at: string }
  | { readonly type: 'delete'; readonly at: string };

/** A collection of documents. A unique index in the database keeps names unique in a workspace. */
export const knowledgeBase: Decider<KnowledgeBaseState, KnowledgeBaseCommand, KnowledgeBaseEvent> = {
  initial: { status: 'absent' },

  decide(command, state) {
    if (command.type === 'create') {
      if (state.status !== 'absent') throw conflict('CONFLICT', 'A knowledge base with this id already exists');
      const { workspaceId, details, at } = command;
      return [KnowledgeBaseCreated({ workspaceId, ...details, name: validName(details.name), at })];
    }
    if (state.status !== 'existing') throw notFound('Knowledge base');
    switch (command.type) {
      case 'change':
        return changed(command.changes, state, command.at);
      case 'delete':
        return [KnowledgeBaseDeleted({ at: command.at })];
      default:
        return assertNever(command);
    }
  },

  evolve(state, event) {
    if (event.type === 'knowledge-base.created') {
      const { workspaceId, name, description, chunkingConfig, embeddingModel = null } = event.payload;
      return { status: 'existing', workspaceId, name, description, chunkingConfig, embeddingModel };
    }
    if (state.status !== 'existing') return state;
    switch (event.type) {
      case 'knowledge-base.changed': {
        const { at: _, ...changes } = event.payload;
        return { ...state, ...changes };
      }
      case 'knowledge-base.deleted':
        return { status: 'deleted' };
      default:
        return assertNever(event);
    }
  },
};

function changed(given: Partial<KnowledgeBaseDetails>, state: KnowledgeBaseDetails, at: string): KnowledgeBaseEvent[] {
  const changes = { ...given, ...(given.name === undefined ? {} : { name: validName(given.name) }) };
  const fields = Object.keys(changes) as (keyof KnowledgeBaseDetails)[];
  const isSame = fields.every((field) => JSON.stringify(changes[field]) === JSON.stringify(state[field]));
  return isSame ? [] : [KnowledgeBaseChanged({ ...changes, at })];
}

/** Normalizes Unicode, so that names that look the same are equal. */
function validName(name: string): string {
  const normal = name.normalize('NFC').trim();
  if (normal === '' || normal.length > 255) throw invalidField('name', 'name must have 1 to 255 characters', 'out_of_range');
  return normal;
}
