import { appendTo, type StreamAppend } from '#ledger/events/event-store.js';
import type { EventMeta } from '#kernel/event.js';
import { folder, type FolderCommand } from '../domain/folder.decider.js';
import { folderStream } from '../domain/folder.events.js';
import type { FolderRow } from '../projections/folder.entity.js';

/** The append that applies commands to a folder in the state of its row. */
export function folderAppend(row: FolderRow, commands: readonly FolderCommand[], meta: EventMeta): StreamAppend {
  const events = commands.flatMap((command) => folder.decide(command, { status: 'existing', ...row }));
  return appendTo(folderStream.at(row.id, row.workspaceId), { expected: row.position, events, meta });
}
