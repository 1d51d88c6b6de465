import { audited, settingsOf, type AuditLine } from '#kernel/audit-line.js';
import { defineEvent, type EventOf } from '#kernel/event.js';
import type { ListedModel, ProviderKind, ServerLack } from '#kernel/models/model-provider.js';
import { defineStream } from '#kernel/stream.js';

/** What can be changed about a provider. It contains no key. */
export type ModelProviderSettings = {
  name: string;
  baseUrl: string;
  /** The name of the secret that holds the key; null if the provider needs none. */
  secret: string | null;
  headers: Record<string, string>;
  idleTimeoutMs: number;
  /** Null: the provider takes any model. */
  models: ListedModel[] | null;
  lacks: ServerLack[];
};

export const ModelProviderCreated = defineEvent('model-provider.created')<
  ModelProviderSettings & { workspaceId: string; kind: ProviderKind; at: string }
>();
/** The changed settings. */
export const ModelProviderChanged = defineEvent('model-provider.changed')<Partial<ModelProviderSettings> & { at: string }>();
export const ModelProviderDeleted = defineEvent('model-provider.deleted')<{ at: string }>();

export const modelProviderEvents = [ModelProviderCreated, ModelProviderChanged, ModelProviderDeleted] as const;
export type ModelProviderEvent = EventOf<typeof modelProviderEvents>;
export const modelProviderStream = defineStream('model-provider', 'ledger', modelProviderEvents);

export const modelProviderAudit: readonly AuditLine[] = [
  audited(ModelProviderCreated, 'model_provider.created', 'model_provider', ({ workspaceId: _, at: __, ...settings }) => ({
    name: settings.name,
    settings: settingsOf(settings),
  })),
  audited(ModelProviderChanged, 'model_provider.updated', 'model_provider', ({ at: _, ...settings }) => ({
    ...(settings.name === undefined ? {} : { name: settings.name }),
    settings: settingsOf(settings),
  })),
  audited(ModelProviderDeleted, 'model_provider.deleted', 'model_provider'),
];
