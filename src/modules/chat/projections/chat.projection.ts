import { defineProjection, when } from '#ledger/rows/projection.js';
import { ChatChanged, ChatCreated, ChatDeleted, ChatPasswordChanged, type ChatSettings } from '../domain/chat.events.js';
import { chatModel } from './chat.entity.js';

const accessSettings: readonly (keyof ChatSettings)[] = ['authType', 'allowedEmails'];

/** The chats of workspaces. Inline: a visitor may come right after the chat was created. */
export const chatProjection = defineProjection({
  name: 'chat',
  version: 1,
  mode: 'inline',
  models: [chatModel],
  on: [
    when(ChatCreated, ({ streamId: id, position, payload: { at, ...settings } }) => [
      chatModel.add({ id, ...settings, accessVersion: position, createdAt: at, updatedAt: at }),
    ]),
    when(ChatChanged, ({ streamId: id, position, payload: { at, ...changes } }) => {
      const ends = accessSettings.some((name) => changes[name] !== undefined);
      return [chatModel.patch({ id, ...changes, ...(ends ? { accessVersion: position } : {}), updatedAt: at })];
    }),
    when(ChatPasswordChanged, ({ streamId: id, position, payload: { at } }) => [
      chatModel.patch({ id, accessVersion: position, updatedAt: at }),
    ]),
    when(ChatDeleted, ({ streamId: id }) => [chatModel.remove({ id })]),
  ],
});
