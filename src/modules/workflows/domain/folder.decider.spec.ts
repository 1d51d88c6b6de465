import { describe, it } from '@jest/globals';
import { given } from '../../../../test/support/decider-spec.js';
import { folder } from './folder.decider.js';
import { FolderCreated, FolderDeleted, FolderMoved, FolderRenamed } from './folder.events.js';

const at = '2026-01-05T10:00:00.000Z';
const created = FolderCreated({ workspaceId: 'ws1', name: 'Billing', parentId: null, at });
const deleted = FolderDeleted({ at });

describe('a folder', () => {
  it('trims its name and is created once', () => {
    const create = { type: 'create', workspaceId: 'ws1', name: ' Billing ', parentId: null, at } as const;
    given(folder, []).when(create).then([created]);
    given(folder, [created]).when(create).refuses('CONFLICT');
  });

  it('is renamed unless it already has the name', () => {
    given(folder, [created])
      .when({ type: 'rename', name: 'Fees', at })
      .then([FolderRenamed({ name: 'Fees', at })]);
    given(folder, [created, FolderRenamed({ name: 'Fees', at })])
      .when({ type: 'rename', name: 'Fees', at })
      .then([]);
  });

  it('rejects an empty name', () => {
    given(folder, [created]).when({ type: 'rename', name: ' ', at }).refuses('VALIDATION_FAILED');
  });

  it('is moved unless it is already there', () => {
    given(folder, [created])
      .when({ type: 'move', parentId: 'f1', at })
      .then([FolderMoved({ parentId: 'f1', at })]);
    given(folder, [created, FolderMoved({ parentId: 'f1', at })])
      .when({ type: 'move', parentId: 'f1', at })
      .then([]);
  });

  it('is not found once it has been deleted', () => {
    given(folder, [created]).when({ type: 'delete', at }).then([deleted]);
    given(folder, [created, deleted]).when({ type: 'rename', name: 'x', at }).refuses('NOT_FOUND', 'Folder not found');
    given(folder, []).when({ type: 'delete', at }).refuses('NOT_FOUND', 'Folder not found');
  });
});
