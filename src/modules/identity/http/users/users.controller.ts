import { Body, Controller, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Throttle } from '@nestjs/throttler';
import { CurrentCaller, RequestMeta } from '#edge/request/caller.decorator.js';
import { listOf, one, type One } from '#edge/answer/envelope.js';
import { PageRequest } from '#edge/request/page.request.js';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import type { Page } from '#kernel/page.js';
import { CreateUser } from '../../commands/users/create-user.command.js';
import { ChangeUser } from '../../commands/users/change-user.command.js';
import { GetUser } from '../../queries/users/get-user.query.js';
import { ListUsers } from '../../queries/users/list-users.query.js';
import { Access, RecentSignIn } from '../../gate/access.decorator.js';
import { ChangeUserRequest, CreateUserRequest } from './user.request.js';
import { userResponse, type UserResponse } from './user.response.js';

@Access('api-key', 'session')
@Throttle({ api: {} })
@Controller('api/v1/users')
export class UsersController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  /**
   * Lists the users of this installation.
   * @returns A page of users.
   */
  @Get()
  async list(@CurrentCaller() caller: Caller, @Query() page: PageRequest): Promise<Page<UserResponse>> {
    return listOf(await this.queries.execute(new ListUsers(caller, page)), userResponse);
  }

  /**
   * Creates a user.
   * @returns The created user.
   */
  @RecentSignIn()
  @Post()
  @HttpCode(200)
  async create(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Body() body: CreateUserRequest,
  ): Promise<One<UserResponse>> {
    return one(userResponse(await this.commands.execute(new CreateUser(caller, meta, body))));
  }

  /**
   * Returns one user.
   * @returns The user.
   */
  @Get(':id')
  async get(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<One<UserResponse>> {
    return one(userResponse(await this.queries.execute(new GetUser(caller, id))));
  }

  /**
   * Changes a user: the name, whether they operate the server, whether they are suspended.
   * @error 409 CONFLICT for the last operator who is not suspended, and for suspending oneself
   * @returns The changed user.
   */
  @RecentSignIn()
  @Patch(':id')
  async change(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param('id') id: string,
    @Body() body: ChangeUserRequest,
  ): Promise<One<UserResponse>> {
    return one(userResponse(await this.commands.execute(new ChangeUser(caller, meta, id, body))));
  }
}
