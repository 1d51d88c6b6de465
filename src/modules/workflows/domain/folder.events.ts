import { audited, type AuditLine } from '#kernel/audit-line.js';
import { defineEvent, type EventOf } from '#kernel/event.js';
import { defineStream } from '#kernel/stream.js';

export const FolderCreated = defineEvent('folder.created')<{
  workspaceId: string;
  name: string;
  parentId: string | null;
  at: string;
}>();
export const FolderRenamed = defineEvent('folder.renamed')<{ name: string; at: string }>();
export const FolderMoved = defineEvent('folder.moved')<{ parentId: string | null; at: string }>();
export const FolderDeleted = defineEvent('folder.deleted')<{ at: string }>();

export const folderEvents = [FolderCreated, FolderRenamed, FolderMoved, FolderDeleted] as const;

export type FolderEvent = EventOf<typeof folderEvents>;
export const folderStream = defineStream('folder', 'ledger', folderEvents);

export const folderAudit: readonly AuditLine[] = [
  audited(FolderCreated, 'folder.created', 'folder', ({ name, parentId }) => ({ name, settings: { name, parentId } })),
  audited(FolderRenamed, 'folder.updated', 'folder', ({ name }) => ({ name, settings: { name } })),
  audited(FolderMoved, 'folder.moved', 'folder', ({ parentId }) => ({ settings: { parentId } })),
  audited(FolderDeleted, 'folder.deleted', 'folder'),
];
