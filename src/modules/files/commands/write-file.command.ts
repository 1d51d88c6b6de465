import { Command } from '@nestjs/cqrs';
import type { EventMeta } from '#kernel/event.js';
import type { FileView } from '../queries/file-view.js';

/** What a run keeps as a file of its workspace. */
export interface FileOfRun {
  readonly workspaceId: string;
  readonly name: string;
  readonly mediaType: string;
  readonly content: Buffer;
  /** Whose storage it takes. */
  readonly accountId: string;
  /** Names who the run acts for. */
  readonly meta: EventMeta;
  /** Whether a file that has the name is deleted first. */
  readonly replaces: boolean;
}

/**
 * Makes a file of what a run has; with the same `effectKey` it happens once, however often it is asked for, and each time answers with
 * that file. Checks no permissions.
 * @throws DomainError invalid for the name, DUPLICATE_NAME, STORAGE_LIMIT_EXCEEDED, PAYLOAD_TOO_LARGE beyond 100 MiB
 */
export class WriteFile extends Command<FileView> {
  constructor(
    readonly file: FileOfRun,
    readonly effectKey: string,
  ) {
    super();
  }
}
