import type { Decider } from '#kernel/decider.js';
import { assertNever, conflict, notFound } from '#kernel/errors.js';
import { FolderCreated, FolderDeleted, FolderMoved, FolderRenamed, type FolderEvent } from './folder.events.js';
import { validName } from './valid-name.js';

export type FolderState =
  | { readonly status: 'absent' }
  | { readonly status: 'deleted' }
  | { readonly status: 'existing'; readonly workspaceId: string; readonly name: string; readonly parentId: string | null };

/** Times are ISO 8601, UTC. */
export type FolderCommand =
  | {
      readonly type: 'create';
      readonly workspaceId: string;
      readonly name: string;
      readonly parentId: string | null;
      readonly at: string;
    }
  | { readonly type: 'rename'; readonly name: string; readonly at: string }
  | { readonly type: 'move'; readonly parentId: string | null; readonly at: string }
  | { readonly type: 'delete'; readonly at: string };

/** A folder of workflows. The store of folders checks that they form a tree. */
export const folder: Decider<FolderState, FolderCommand, FolderEvent> = {
  initial: { status: 'absent' },

  decide(command, state) {
    if (command.type === 'create') {
      if (state.status !== 'absent') throw conflict('CONFLICT', 'A folder with this id already exists');
      const { workspaceId, name, parentId, at } = command;
      return [FolderCreated({ workspaceId, name: validName(name), parentId, at })];
    }
    if (state.status !== 'existing') throw notFound('Folder');
    switch (command.type) {
      case 'rename': {
        const name = validName(command.name);
        return name === state.name ? [] : [FolderRenamed({ name, at: command.at })];
      }
      case 'move':
        return command.parentId === state.parentId ? [] : [FolderMoved({ parentId: command.parentId, at: command.at })];
      case 'delete':
        return [FolderDeleted({ at: command.at })];
      default:
        return assertNever(command);
    }
  },

  evolve(state, event) {
    if (event.type === 'folder.created') {
      const { workspaceId, name, parentId } = event.payload;
      return { status: 'existing', workspaceId, name, parentId };
    }
    if (state.status !== 'existing') return state;
    switch (event.type) {
      case 'folder.renamed':
        return { ...state, name: event.payload.name };
      case 'folder.moved':
        return { ...state, parentId: event.payload.parentId };
      case 'folder.deleted':
        return { status: 'deleted' };
      default:
        return assertNever(event);
    }
  },
};
