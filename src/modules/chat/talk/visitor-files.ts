import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FormFile } from '#edge/upload/intake.js';
import { Config } from '#host/config/config.js';
import { Logger } from '#host/logging/logger.js';
import { DomainError } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import { Ids } from '#kernel/ids.js';
import type { JsonObject } from '#kernel/json.js';
import { StorageAllowance, type StorageAccount } from '#ledger/objects/storage-allowance.js';
import { DeleteFile, FileWriter, WriteFile, type FileView } from '#modules/files/index.js';
import { runFile } from '#modules/runs/index.js';
import type { OpenChat } from './open-chats.js';
import type { DataFile } from './visitor-message.js';

/** Stores the files of visitors in the workspace of the chat. They count towards the storage of its account. */
@Injectable()
export class VisitorFiles {
  constructor(
    private readonly commands: CommandBus,
    private readonly writer: FileWriter,
    private readonly allowance: StorageAllowance,
    private readonly ids: Ids,
    private readonly config: Config,
    private readonly logger: Logger,
  ) {}

  /** The account whose storage they use. */
  accountOf({ caller }: OpenChat): StorageAccount {
    return this.allowance.of(caller);
  }

  /** Stores files of a JSON text, one at a time. @returns them as runs see them */
  async keepData(open: OpenChat, files: readonly DataFile[], meta: EventMeta): Promise<readonly JsonObject[]> {
    const { accountId } = this.accountOf(open);
    const kept: JsonObject[] = [];
    for (const { name: sent, mediaType, content } of files) {
      const [key, name] = [this.ids.next(), lastPart(sent)];
      const file = { workspaceId: open.chat.workspaceId, name: `${key}-${name}`, mediaType, content, accountId, meta, replaces: false };
      kept.push(this.#described(await this.commands.execute(new WriteFile(file, key)), name));
    }
    return kept;
  }

  /** Keeps the files of a form, whose bytes are stored already. @throws DomainError for a file that could not be stored */
  async keepForm(open: OpenChat, files: readonly FormFile[], meta: EventMeta): Promise<readonly JsonObject[]> {
    const account = this.accountOf(open);
    const refused = files.find(({ stored }) => stored instanceof DomainError)?.stored;
    if (refused instanceof DomainError) throw refused;
    const kept: JsonObject[] = [];
    for (const { name: sent, mediaType, stored } of files) {
      if (stored instanceof DomainError) continue;
      const [id, name] = [this.ids.next(), lastPart(sent)];
      const file = { id, workspaceId: open.chat.workspaceId, name: `${id}-${name}`, mediaType, stored, account, meta };
      kept.push(this.#described(await this.writer.add(file), name));
    }
    return kept;
  }

  /** Deletes files that no run has received. One that cannot be deleted is logged: the answer to the message is another matter. */
  async discard({ chat: { workspaceId }, caller }: OpenChat, files: readonly JsonObject[], meta: EventMeta): Promise<void> {
    for (const { id } of files) {
      await this.commands.execute(new DeleteFile(caller, meta, workspaceId, id as string)).catch((error: unknown) => {
        this.logger.warn({ err: error, fileId: id }, 'A file of a message that was not taken could not be deleted');
      });
    }
  }

  /** Names are unique in a workspace, so the stored name has a prefix. The run sees the name that was sent. */
  #described(view: FileView, name: string): JsonObject {
    return { ...runFile(view, this.config.baseUrl), name };
  }
}

/** A path is no name. */
function lastPart(name: string): string {
  return name.split(/[/\\]/).at(-1)?.trim() || 'file';
}
