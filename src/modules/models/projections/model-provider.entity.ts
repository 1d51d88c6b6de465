import { withOwner } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';
import type { ListedModel, ProviderKind, ServerLack } from '#kernel/models/model-provider.js';

export interface ModelProviderRow {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly kind: ProviderKind;
  readonly baseUrl: string;
  /** The name of the secret that holds the key; null if the provider needs none. */
  readonly secret: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly idleTimeoutMs: number;
  /** Null: the provider takes any model. */
  readonly models: readonly ListedModel[] | null;
  readonly lacks: readonly ServerLack[];
  readonly createdAt: string;
  readonly updatedAt: string;
}

export const modelProviderModel = new ReadModel<ModelProviderRow, 'id'>({
  table: 'model_provider',
  key: ['id'],
  kept: withOwner('one for each provider that a workspace has; a chore deletes those of deleted workspaces'),
  columns: {
    id: { type: 'uuid' },
    workspaceId: { type: 'uuid' },
    name: { type: 'text' },
    kind: { type: 'text' },
    baseUrl: { type: 'text' },
    secret: { type: 'text', nullable: true },
    headers: { type: 'json' },
    idleTimeoutMs: { type: 'integer' },
    models: { type: 'json', nullable: true },
    lacks: { type: 'json' },
    createdAt: { type: 'timestamptz' },
    updatedAt: { type: 'timestamptz' },
  },
});
