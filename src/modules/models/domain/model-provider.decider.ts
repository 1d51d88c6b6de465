import type { Decider } from '#kernel/decider.js';
import { assertNever, invalidField, notFound } from '#kernel/errors.js';
import { originOf, type ProviderKind } from '#kernel/models/model-provider.js';
import { headerSecret } from '#kernel/models/provider-problems.js';
import {
  ModelProviderChanged,
  ModelProviderCreated,
  ModelProviderDeleted,
  type ModelProviderEvent,
  type ModelProviderSettings,
} from './model-provider.events.js';

export type ModelProviderCommand =
  | {
      readonly type: 'create';
      readonly workspaceId: string;
      readonly kind: ProviderKind;
      readonly settings: ModelProviderSettings;
      readonly at: string;
    }
  | { readonly type: 'change'; readonly changes: Partial<ModelProviderSettings>; readonly at: string }
  | { readonly type: 'delete'; readonly at: string };

export type ModelProviderState =
  | { readonly status: 'none' | 'deleted' }
  | { readonly status: 'active'; readonly settings: ModelProviderSettings };

export const modelProvider: Decider<ModelProviderState, ModelProviderCommand, ModelProviderEvent> = {
  initial: { status: 'none' },

  decide(command, state) {
    if (command.type === 'create') {
      const { workspaceId, kind, settings, at } = command;
      return [ModelProviderCreated({ workspaceId, kind, ...settings, at })];
    }
    if (state.status !== 'active') throw notFound('Model provider');
    switch (command.type) {
      case 'change':
        return change(command.changes, state.settings, command.at);
      case 'delete':
        return [ModelProviderDeleted({ at: command.at })];
      default:
        return assertNever(command);
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'model-provider.created': {
        const { workspaceId: _, kind: __, at: ___, ...settings } = event.payload;
        return { status: 'active', settings };
      }
      case 'model-provider.changed': {
        if (state.status !== 'active') throw new Error(`${event.type} in a provider that is not there`);
        const { at: _, ...changes } = event.payload;
        return { status: 'active', settings: { ...state.settings, ...changes } };
      }
      case 'model-provider.deleted':
        return { status: 'deleted' };
      default:
        return assertNever(event);
    }
  },
};

/** Drops what stays as it is. A key stays at the origin that it was entered for. */
function change(changes: Partial<ModelProviderSettings>, settings: ModelProviderSettings, at: string): readonly ModelProviderEvent[] {
  const changed = Object.fromEntries(
    Object.entries(changes).filter(([name, value]) => !isSame(value, settings[name as keyof ModelProviderSettings])),
  ) as Partial<ModelProviderSettings>;
  const moves = changed.baseUrl !== undefined && originOf(changed.baseUrl) !== originOf(settings.baseUrl);
  if (moves && settings.secret !== null && changes.secret === undefined) throw keyIsBound('apiKey', settings.baseUrl);
  const hasKeys = Object.values(settings.headers).some((value) => value.search(headerSecret) >= 0);
  if (moves && hasKeys && changes.headers === undefined) throw keyIsBound('headers', settings.baseUrl);
  return Object.keys(changed).length === 0 ? [] : [ModelProviderChanged({ ...changed, at })];
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function keyIsBound(field: 'apiKey' | 'headers', baseUrl: string): Error {
  const message = `${field} must be given again, because it was entered for ${originOf(baseUrl)}; null removes it`;
  return invalidField(field, message, 'key_bound_to_origin');
}
