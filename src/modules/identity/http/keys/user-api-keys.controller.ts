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
import { KeyOwner, type UserKeys } from './key-owner.decorator.js';
import { apiKeyResponse, issuedApiKeyResponse, type ApiKeyResponse, type IssuedApiKeyResponse } from './api-key.response.js';

/**
 * Keys of the caller, and of other users for operators.
 * @tag Personal API keys
 * @tag User API keys
 */
@Access('api-key', 'session')
@Throttle({ api: {} })
@Controller(['api/v1/users/me/api-keys', 'api/v1/users/:id/api-keys'])
export class UserApiKeysController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  /**
   * Lists the API keys of a user.
   * @returns A page of API keys.
   */
  @Get()
  async list(@CurrentCaller() caller: Caller, @KeyOwner() owner: UserKeys, @Query() page: PageRequest): Promise<Page<ApiKeyResponse>> {
    return listOf(await this.queries.execute(new ListApiKeys(caller, owner, page)), apiKeyResponse);
  }

  /**
   * Creates a personal API key. No other response shows its value.
   * @returns The created API key with its value.
   */
  @RecentSignIn()
  @Post()
  @HttpCode(200)
  async issue(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @KeyOwner() owner: UserKeys,
    @Body() body: IssueApiKeyRequest,
  ): Promise<One<IssuedApiKeyResponse>> {
    const command = new IssueApiKey(caller, meta, owner, body.toMessage());
    return one(issuedApiKeyResponse(await this.commands.execute(command)));
  }

  /**
   * Rotates an API key: gives it a new value. The previous value stays valid for `overlapSeconds`.
   * @error 409 CONFLICT for a key that has expired, or that is changed concurrently
   * @returns The API key with its new value.
   */
  @RecentSignIn()
  @Post(':keyId/rotate')
  @HttpCode(200)
  async rotate(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @KeyOwner() owner: UserKeys,
    @Param('keyId') keyId: string,
    @Body() { overlapSeconds }: RotateApiKeyRequest,
  ): Promise<One<IssuedApiKeyResponse>> {
    const command = new RotateApiKey(caller, meta, owner, { keyId, overlapSeconds });
    return one(issuedApiKeyResponse(await this.commands.execute(command)));
  }

  /**
   * Changes the name, the expiry or the allowed addresses of an API key.
   * @error 409 DUPLICATE_NAME when another key has the name, CONFLICT for a key that has expired
   * @returns The changed API key.
   */
  @Patch(':keyId')
  async change(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @KeyOwner() owner: UserKeys,
    @Param('keyId') keyId: string,
    @Body() body: ChangeApiKeyRequest,
  ): Promise<One<ApiKeyResponse>> {
    const command = new ChangeApiKey(caller, meta, owner, { keyId, changes: body.toMessage() });
    return one(apiKeyResponse(await this.commands.execute(command)));
  }

  /**
   * Revokes an API key at once.
   * @error 409 CONFLICT for the last key of an operator
   * @returns The API key was revoked.
   */
  @Delete(':keyId')
  async revoke(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @KeyOwner() owner: UserKeys,
    @Param('keyId') keyId: string,
  ): Promise<ReturnType<typeof deleted>> {
    await this.commands.execute(new RevokeApiKey(caller, meta, owner, keyId));
    return deleted(keyId, 'API key');
  }
}
