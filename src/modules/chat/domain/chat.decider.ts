import type { Decider } from '#kernel/decider.js';
import { assertNever, notFound } from '#kernel/errors.js';
import { ChatChanged, ChatCreated, ChatDeleted, ChatPasswordChanged, type ChatEvent, type ChatSettings } from './chat.events.js';

/** Times are ISO 8601, UTC. */
export type ChatCommand =
  | { readonly type: 'create'; readonly workspaceId: string; readonly settings: ChatSettings; readonly at: string }
  | { readonly type: 'change'; readonly changes: Partial<ChatSettings>; readonly at: string }
  | { readonly type: 'change-password'; readonly at: string }
  | { readonly type: 'delete'; readonly at: string };

export type ChatState = { readonly status: 'none' | 'deleted' } | { readonly status: 'existing'; readonly settings: ChatSettings };

export const chat: Decider<ChatState, ChatCommand, ChatEvent> = {
  initial: { status: 'none' },

  decide(command, state) {
    if (command.type === 'create') {
      const { workspaceId, settings, at } = command;
      return [ChatCreated({ workspaceId, ...settings, at })];
    }
    if (state.status !== 'existing') throw notFound('Chat');
    const { at } = command;
    switch (command.type) {
      case 'change': {
        const changed = differing(command.changes, state.settings);
        return Object.keys(changed).length === 0 ? [] : [ChatChanged({ ...changed, at })];
      }
      case 'change-password':
        return [ChatPasswordChanged({ at })];
      case 'delete':
        return [ChatDeleted({ at })];
      default:
        return assertNever(command);
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'chat.created': {
        const { workspaceId: _, at: __, ...settings } = event.payload;
        return { status: 'existing', settings };
      }
      case 'chat.changed': {
        if (state.status !== 'existing') throw new Error(`${event.type} in a chat that does not exist`);
        const { at: _, ...changes } = event.payload;
        return { status: 'existing', settings: { ...state.settings, ...changes } };
      }
      case 'chat.password-changed':
        return state;
      case 'chat.deleted':
        return { status: 'deleted' };
      default:
        return assertNever(event);
    }
  },
};

/** The settings among `changes` that are not so already. */
export function differing(changes: Partial<ChatSettings>, settings: ChatSettings): Partial<ChatSettings> {
  const entries = Object.entries(changes) as [keyof ChatSettings, unknown][];
  return Object.fromEntries(entries.filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(settings[name])));
}
