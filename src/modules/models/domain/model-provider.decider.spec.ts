import { describe, it } from '@jest/globals';
import { given } from '../../../../test/support/decider-spec.js';
import { modelProvider } from './model-provider.decider.js';
import { ModelProviderChanged, ModelProviderCreated, ModelProviderDeleted } from './model-provider.events.js';

const at = '2026-02-10T12:00:00.000Z';
const settings = {
  name: 'gateway',
  baseUrl: 'https://models.example/v1',
  secret: 'GATEWAY_KEY',
  headers: {},
  idleTimeoutMs: 120_000,
  models: [{ id: 'llama' }],
  lacks: [],
};
const creation = { workspaceId: 'w', kind: 'openai-compatible' } as const;
const created = [ModelProviderCreated({ ...creation, ...settings, at })];

describe('a model provider of a workspace', () => {
  it('is created', () => {
    given(modelProvider, [])
      .when({ type: 'create', ...creation, settings, at })
      .then(created);
  });

  it('is changed in what differs', () => {
    given(modelProvider, created)
      .when({ type: 'change', changes: { ...settings, name: 'proxy' }, at })
      .then([ModelProviderChanged({ name: 'proxy', at })]);
    given(modelProvider, created).when({ type: 'change', changes: settings, at }).then([]);
    given(modelProvider, [...created, ModelProviderChanged({ name: 'proxy', at })])
      .when({ type: 'change', changes: { name: 'proxy' }, at })
      .then([]);
  });

  it('moves to another path of its origin with its key', () => {
    const baseUrl = 'https://models.example/v2';
    given(modelProvider, created)
      .when({ type: 'change', changes: { baseUrl }, at })
      .then([ModelProviderChanged({ baseUrl, at })]);
  });

  it.each(['https://elsewhere.example/v1', 'https://models.example:8443/v1', 'http://models.example/v1'])(
    'does not take its key along to %s',
    (baseUrl) => {
      given(modelProvider, created).when({ type: 'change', changes: { baseUrl }, at }).refuses('VALIDATION_FAILED');
      given(modelProvider, created)
        .when({ type: 'change', changes: { baseUrl, secret: 'GATEWAY_KEY' }, at })
        .then([ModelProviderChanged({ baseUrl, at })]);
      given(modelProvider, created)
        .when({ type: 'change', changes: { baseUrl, secret: null }, at })
        .then([ModelProviderChanged({ baseUrl, secret: null, at })]);
    },
  );

  it('is deleted once', () => {
    const deleted = [...created, ModelProviderDeleted({ at })];
    given(modelProvider, created)
      .when({ type: 'delete', at })
      .then([ModelProviderDeleted({ at })]);
    given(modelProvider, deleted).when({ type: 'delete', at }).refuses('NOT_FOUND');
    given(modelProvider, deleted)
      .when({ type: 'change', changes: { name: 'x' }, at })
      .refuses('NOT_FOUND');
  });
});
