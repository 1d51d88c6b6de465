import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FormFile } from '#edge/upload/intake.js';
import { Config } from '#host/config/config.js';
import { Logger } from '#host/logging/logger.js';
import { DomainError } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import type { JsonObject } from '#kernel/json.js';
import { StorageAllowance, type StorageAccount } from '#ledger/objects/storage-allowance.js';
import { DeleteFile, FileBatches, type BatchFile, type FileView } from '#modules/files/index.js';
import { runFile } from '#modules/runs/index.js';
import type { OpenChat } from './open-chats.js';

/** Stores the files of visitors in the workspace of the chat. They count towards the storage of its account. */
@Injectable()
export class VisitorFiles {
  constructor(
    private readonly commands: CommandBus,
    private readonly batches: FileBatches,
    private readonly allowance: StorageAllowance,
    private readonly config: Config,
    private readonly logger: Logger,
  ) {}

  /** The account whose storage they use. */
  accountOf({ caller }: OpenChat): StorageAccount {
    return this.allowance.of(caller);
  }

  /** Keeps the files of a form, whose bytes are stored already. @throws DomainError for a file that could not be stored */
  async keepForm(open: OpenChat, files: readonly FormFile[], meta: EventMeta): Promise<readonly JsonObject[]> {
    const sent = files.map(({ name, mediaType, stored }): BatchFile => {
      if (stored instanceof DomainError) throw stored;
      return { name, mediaType, content: stored };
    });
    return this.keep(open, sent, meta);
  }

  /** Stores the files of a message: all of them, or none. @returns them as runs see them */
  async keep(open: OpenChat, files: readonly BatchFile[], meta: EventMeta): Promise<readonly JsonObject[]> {
    const { accountId } = this.accountOf(open);
    const batch = this.batches.begin({ workspaceId: open.chat.workspaceId, accountId, meta });
    try {
      const kept: JsonObject[] = [];
      for (const file of files) {
        const name = lastPart(file.name);
        kept.push(this.#described(await batch.add({ ...file, name }), name));
      }
      await batch.keep();
      return kept;
    } catch (error) {
      await batch.discard();
      throw error;
    }
  }

  /** Deletes files that no run has received. One that cannot be deleted is logged: the answer to the message is another matter. */
  async discard({ chat: { workspaceId }, caller }: OpenChat, files: readonly JsonObject[], meta: EventMeta): Promise<void> {
    for (const { id } of files) {
      await this.commands.execute(new DeleteFile(caller, meta, workspaceId, id as string)).catch((error: unknown) => {
        this.logger.warn({ err: error, fileId: id }, 'A file of a message that was not taken could not be deleted');
      });
    }
  }

  /** The run sees the name that was sent. */
  #described(view: FileView, name: string): JsonObject {
    return { ...runFile(view, this.config.baseUrl), name };
  }
}

/** A path is no name. */
function lastPart(name: string): string {
  return name.split(/[/\\]/).at(-1)?.trim() || 'file';
}
