import { defineProjection, when } from '#ledger/rows/projection.js';
import { ApiKeyChanged, ApiKeyIssued, ApiKeyRevoked, ApiKeyRotated } from '../domain/keys/api-key.events.js';
import { apiKeyModel } from './api-key.entity.js';

/** Which keys are there, and whose are they? Revoked ones stay, so that their use can be told from a guess. */
export const apiKeyProjection = defineProjection({
  name: 'api-key',
  version: 2,
  mode: 'inline',
  models: [apiKeyModel],
  on: [
    when(ApiKeyIssued, ({ streamId: id, payload, at }) => [apiKeyModel.add({ id, ...payload, createdAt: at, revokedAt: null })]),
    when(ApiKeyRotated, ({ streamId: id, payload }) => [apiKeyModel.patch({ id, displayKey: payload.displayKey })]),
    when(ApiKeyChanged, ({ streamId: id, payload }) => [apiKeyModel.patch({ id, ...payload })]),
    when(ApiKeyRevoked, ({ streamId: id, at }) => [apiKeyModel.patch({ id, revokedAt: at })]),
  ],
});
