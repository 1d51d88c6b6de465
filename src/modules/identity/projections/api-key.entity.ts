import { ReadModel } from '#infrastructure/projections/read-model.js';
import type { ApiKeyView } from '../queries/views.js';

export const apiKeyModel = new ReadModel<ApiKeyView, 'id'>({
  table: 'api_key',
  key: ['id'],
  columns: {
    id: { type: 'uuid' },
    kind: { type: 'text' },
    name: { type: 'text' },
    userId: { type: 'uuid' },
    workspaceId: { type: 'uuid', nullable: true },
    displayKey: { type: 'text' },
    scope: { type: 'text' },
    createdAt: { type: 'timestamptz' },
    expiresAt: { type: 'timestamptz', nullable: true },
    revokedAt: { type: 'timestamptz', nullable: true },
  },
});
