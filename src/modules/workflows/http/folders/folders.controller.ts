import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { deleted, type Deleted, type One } from '#edge/answer/envelope.js';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Throttle } from '@nestjs/throttler';
import { CurrentCaller, RequestMeta } from '#edge/request/caller.decorator.js';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import type { Page } from '#kernel/page.js';
import { Access } from '#modules/identity/index.js';
import { ChangeFolder } from '../../commands/change-folder.command.js';
import { CreateFolder } from '../../commands/create-folder.command.js';
import { DeleteFolder } from '../../commands/delete-folder.command.js';
import { ListFolders } from '../../queries/list-folders.query.js';
import type { FolderView } from '../../queries/views.js';
import { ChangeFolderRequest } from './change-folder.request.js';
import { CreateFolderRequest } from './create-folder.request.js';
import { folderResponse } from './folder.response.js';
import { ListFoldersRequest } from './list-folders.request.js';

@Controller('api/v1/folders')
@Access('api-key', 'session')
@Throttle({ api: {} })
export class FoldersController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  /**
   * Lists all folders of a workspace.
   * @returns The folders, oldest first.
   */
  @Get()
  async list(@CurrentCaller() caller: Caller, @Query() { workspaceId }: ListFoldersRequest): Promise<Page<FolderView>> {
    const folders = await this.queries.execute(new ListFolders(caller, workspaceId));
    return { data: folders.map(folderResponse), nextCursor: null };
  }

  /**
   * Creates a folder.
   * @returns The new folder.
   */
  @Post()
  @HttpCode(200)
  async create(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Body() { workspaceId, name, parentId = null }: CreateFolderRequest,
  ): Promise<One<FolderView>> {
    return { data: folderResponse(await this.commands.execute(new CreateFolder(caller, meta, { workspaceId, name, parentId }))) };
  }

  /**
   * Renames or moves a folder.
   * @returns The changed folder.
   */
  @Patch(':id')
  async change(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param('id') id: string,
    @Body() { name, parentId }: ChangeFolderRequest,
  ): Promise<One<FolderView>> {
    return { data: folderResponse(await this.commands.execute(new ChangeFolder(caller, meta, id, { name, parentId }))) };
  }

  /**
   * Deletes a folder. Its workflows and subfolders move to its parent.
   * @returns The folder was deleted.
   */
  @Delete(':id')
  async delete(@CurrentCaller() caller: Caller, @RequestMeta() meta: EventMeta, @Param('id') id: string): Promise<One<Deleted>> {
    await this.commands.execute(new DeleteFolder(caller, meta, id));
    return deleted(id, 'Folder');
  }
}
