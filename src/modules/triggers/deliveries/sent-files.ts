import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Config } from '#host/config/config.js';
import type { RequestSource } from '#kernel/event.js';
import { Ids } from '#kernel/ids.js';
import type { Json } from '#kernel/json.js';
import { prefixedName, storableName, WriteFile } from '#modules/files/index.js';
import { WorkspaceAccounts } from '#modules/identity/index.js';
import { runFile } from '#modules/runs/index.js';
import type { RegisteredTrigger } from '../store/triggers.js';
import type { SentFile } from '../webhooks/read-multipart.js';

/** Stores the files of deliveries in the workspace of their trigger. */
@Injectable()
export class SentFiles {
  constructor(
    private readonly commands: CommandBus,
    private readonly accounts: WorkspaceAccounts,
    private readonly ids: Ids,
    private readonly config: Config,
  ) {}

  /**
   * The files as runs see them, one at a time, since each may be large. Those of a delivery with a key are stored once, however often it is
   * repeated. @throws DomainError when one cannot be stored
   */
  async store(
    { workspaceId, id }: RegisteredTrigger,
    files: readonly SentFile[],
    { source, key }: { readonly source: RequestSource; readonly key: string | undefined },
  ): Promise<readonly { readonly field: string; readonly file: Json }[]> {
    const found = files.length === 0 ? undefined : await this.accounts.of(workspaceId);
    if (found === undefined) return [];
    const { organizationId, userId } = found.account;
    const stored: { readonly field: string; readonly file: Json }[] = [];
    for (const { field, name: sent, mediaType, content } of files) {
      const stem = key === undefined ? this.ids.next() : digest(id, key, String(stored.length), content);
      // A delivery is not refused for the name of a file, and names are unique in a workspace.
      const name = storableName(sent);
      const file = { workspaceId, mediaType, content, accountId: organizationId ?? userId, replaces: false };
      const meta = { actorId: userId, causationId: id, ...source };
      const view = await this.commands.execute(new WriteFile({ ...file, name: prefixedName(stem, name), meta }, stem));
      stored.push({ field, file: { ...runFile(view, this.config.baseUrl), name } });
    }
    return stored;
  }
}

function digest(...parts: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('base64url');
}
