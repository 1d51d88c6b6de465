import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Throttle } from '@nestjs/throttler';
import { CurrentCaller, RequestMeta } from '#edge/request/caller.decorator.js';
import { deleted, listOf, one, type One } from '#edge/answer/envelope.js';
import { PageRequest } from '#edge/request/page.request.js';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import type { Page } from '#kernel/page.js';
import { ChangeApiKey } from '../../commands/keys/change-api-key.command.js';
import { IssueApiKey } from '../../commands/keys/issue-api-key.command.js';
import { RevokeApiKey } from '../../commands/keys/revoke-api-key.command.js';
import { RotateApiKey } from '../../commands/keys/rotate-api-key.command.js';
import { ListApiKeys } from '../../queries/keys/list-api-keys.query.js';
import { Access, RecentSignIn } from '../../gate/access.decorator.js';
import { ChangeApiKeyRequest, IssueApiKeyRequest, RotateApiKeyRequest } from './api-key.request.js';
import {
  workspaceApiKeyResponse,
  issuedWorkspaceApiKeyResponse,
  type WorkspaceApiKeyResponse,
  type IssuedWorkspaceApiKeyResponse,
} from './api-key.response.js';

@Access('api-key', 'session')
@Throttle({ api: {} })
@Controller('api/v1/workspaces/:id/api-keys')
export class WorkspaceApiKeysController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  /**
   * Lists the API keys of a workspace.
   * @returns A page of API keys.
   */
  @Get()
  async list(
    @CurrentCaller() caller: Caller,
    @Param('id') workspaceId: string,
    @Query() page: PageRequest,
  ): Promise<Page<WorkspaceApiKeyResponse>> {
    return listOf(await this.queries.execute(new ListApiKeys(caller, { kind: 'workspace', workspaceId }, page)), workspaceApiKeyResponse);
  }

  /**
   * Creates an API key of a workspace. No other answer shows it.
   * @returns The created API key with its value.
   */
  @RecentSignIn()
  @Post()
  @HttpCode(200)
  async issue(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param('id') workspaceId: string,
    @Body() body: IssueApiKeyRequest,
  ): Promise<One<IssuedWorkspaceApiKeyResponse>> {
    const command = new IssueApiKey(caller, meta, { kind: 'workspace', workspaceId }, body.toMessage());
    return one(issuedWorkspaceApiKeyResponse(await this.commands.execute(command)));
  }

  /**
   * Rotates an API key: gives it a new value, while the previous one stays valid for a while.
   * @error 409 CONFLICT for a key that has expired, or that is changed concurrently
   * @returns The API key with its new value.
   */
  @RecentSignIn()
  @Post(':keyId/rotate')
  @HttpCode(200)
  async rotate(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param() { id: workspaceId, keyId }: KeyPath,
    @Body() { overlapSeconds }: RotateApiKeyRequest,
  ): Promise<One<IssuedWorkspaceApiKeyResponse>> {
    const command = new RotateApiKey(caller, meta, { kind: 'workspace', workspaceId }, { keyId, overlapSeconds });
    return one(issuedWorkspaceApiKeyResponse(await this.commands.execute(command)));
  }

  /**
   * Changes the name, the expiry or the allowed addresses of an API key.
   * @error 409 DUPLICATE_NAME when another key is called so, CONFLICT for a key that has expired
   * @returns The changed API key.
   */
  @Patch(':keyId')
  async change(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param() { id: workspaceId, keyId }: KeyPath,
    @Body() body: ChangeApiKeyRequest,
  ): Promise<One<WorkspaceApiKeyResponse>> {
    const command = new ChangeApiKey(caller, meta, { kind: 'workspace', workspaceId }, { keyId, changes: body.toMessage() });
    return one(workspaceApiKeyResponse(await this.commands.execute(command)));
  }

  /**
   * Revokes an API key at once.
   * @returns The API key was revoked.
   */
  @Delete(':keyId')
  async revoke(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param('id') workspaceId: string,
    @Param('keyId') keyId: string,
  ): Promise<ReturnType<typeof deleted>> {
    await this.commands.execute(new RevokeApiKey(caller, meta, { kind: 'workspace', workspaceId }, keyId));
    return deleted(keyId, 'API key');
  }
}

interface KeyPath {
  readonly id: string;
  readonly keyId: string;
}
