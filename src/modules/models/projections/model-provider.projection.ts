import { defineProjection, when } from '#ledger/rows/projection.js';
import { ModelProviderChanged, ModelProviderCreated, ModelProviderDeleted } from '../domain/model-provider.events.js';
import { modelProviderModel } from './model-provider.entity.js';

/** The model providers of workspaces. */
export const modelProviderProjection = defineProjection({
  name: 'model-provider',
  version: 1,
  mode: 'inline',
  models: [modelProviderModel],
  on: [
    when(ModelProviderCreated, ({ streamId: id, payload: { at, ...settings } }) => [
      modelProviderModel.add({ id, ...settings, createdAt: at, updatedAt: at }),
    ]),
    when(ModelProviderChanged, ({ streamId: id, payload: { at, ...changes } }) => [
      modelProviderModel.patch({ id, ...changes, updatedAt: at }),
    ]),
    when(ModelProviderDeleted, ({ streamId: id }) => [modelProviderModel.remove({ id })]),
  ],
});
