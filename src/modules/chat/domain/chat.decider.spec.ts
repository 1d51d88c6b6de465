import { describe, it } from '@jest/globals';
import { given } from '../../../../test/support/decider-spec.js';
import { chat } from './chat.decider.js';
import { ChatChanged, ChatCreated, ChatDeleted, ChatPasswordChanged, type ChatSettings } from './chat.events.js';

const at = '2026-11-23T12:00:00.000Z';
const settings: ChatSettings = {
  workflowId: 'workflow',
  identifier: 'support',
  title: 'Support',
  description: null,
  customizations: {},
  authType: 'public',
  allowedEmails: [],
  outputConfigs: [],
  includeThinking: false,
  includeToolCalls: false,
  historyTurns: 0,
  allowedOrigins: [],
  isActive: true,
};
const created = [ChatCreated({ workspaceId: 'w', ...settings, at })];

describe('a chat', () => {
  it('is created', () => {
    given(chat, []).when({ type: 'create', workspaceId: 'w', settings, at }).then(created);
  });

  it('is changed in what differs', () => {
    given(chat, created)
      .when({ type: 'change', changes: { title: 'Help', identifier: 'support', outputConfigs: [] }, at })
      .then([ChatChanged({ title: 'Help', at })]);
    given(chat, [...created, ChatChanged({ title: 'Help', at })])
      .when({ type: 'change', changes: { title: 'Help' }, at })
      .then([]);
  });

  it('gets another password, also an equal one', () => {
    given(chat, [...created, ChatPasswordChanged({ at })])
      .when({ type: 'change-password', at })
      .then([ChatPasswordChanged({ at })]);
  });

  it('is deleted once, and is not changed afterwards', () => {
    given(chat, created)
      .when({ type: 'delete', at })
      .then([ChatDeleted({ at })]);
    for (const type of ['delete', 'change-password'] as const) {
      given(chat, [...created, ChatDeleted({ at })])
        .when({ type, at })
        .refuses('NOT_FOUND');
    }
  });
});
