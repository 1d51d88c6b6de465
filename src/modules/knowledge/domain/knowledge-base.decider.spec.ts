import { describe, it } from '@jest/globals';
import { given } from '../../../../test/support/decider-spec.js';
import { chunkingConfig } from './text/chunking-config.js';
import { knowledgeBase } from './knowledge-base.decider.js';
import { KnowledgeBaseChanged, KnowledgeBaseCreated, KnowledgeBaseDeleted } from './knowledge-base.events.js';

const at = '2026-01-05T10:00:00.000Z';
const details = { name: 'Manuals', description: '', chunkingConfig: chunkingConfig() };
const created = KnowledgeBaseCreated({ workspaceId: 'ws1', ...details, at });
const deleted = KnowledgeBaseDeleted({ at });

describe('a knowledge base', () => {
  it('is created under its trimmed name, once', () => {
    const create = { type: 'create', workspaceId: 'ws1', details: { ...details, name: ' Manuals ' }, at } as const;
    given(knowledgeBase, []).when(create).then([created]);
    given(knowledgeBase, [created]).when(create).refuses('CONFLICT');
  });

  it('normalizes names that look the same', () => {
    const decomposed = { ...details, name: 'Bu\u0308cher' };
    given(knowledgeBase, [])
      .when({ type: 'create', workspaceId: 'ws1', details: decomposed, at })
      .then([KnowledgeBaseCreated({ workspaceId: 'ws1', ...details, name: 'B\u00fccher', at })]);
  });

  it.each(['', '  ', 'x'.repeat(256)])('rejects the name %j', (name) => {
    given(knowledgeBase, [created]).when({ type: 'change', changes: { name }, at }).refuses('VALIDATION_FAILED');
  });

  it('records only changed fields, and no event without a change', () => {
    const changes = { description: 'All of them', chunkingConfig: chunkingConfig({ maxSize: 500 }) };
    const changed = KnowledgeBaseChanged({ ...changes, at });
    given(knowledgeBase, [created]).when({ type: 'change', changes, at }).then([changed]);
    given(knowledgeBase, [created, changed]).when({ type: 'change', changes, at }).then([]);
  });

  it('is not found once it has been deleted', () => {
    given(knowledgeBase, [created]).when({ type: 'delete', at }).then([deleted]);
    given(knowledgeBase, [created, deleted]).when({ type: 'delete', at }).refuses('NOT_FOUND', 'Knowledge base not found');
  });
});
