import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Throttle } from '@nestjs/throttler';
import { CurrentCaller, RequestMeta } from '#edge/request/caller.decorator.js';
import { one, type One } from '#edge/answer/envelope.js';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import { ChangeSignInPolicy } from '../../commands/organizations/change-sign-in-policy.command.js';
import { GetSignInPolicy } from '../../queries/organizations/get-sign-in-policy.query.js';
import { Access, RecentSignIn } from '../../gate/access.decorator.js';
import { SignInPolicyRequest } from './sign-in-policy.request.js';

/** How people must sign in before their sessions reach the organization and its workspaces. */
interface SignInPolicyResponse {
  /** Whether people who sign in with a password need a second factor. */
  readonly requireSecondFactor: boolean;
  /** Whether people may sign in with a password; owners always may. */
  readonly allowPasswords: boolean;
}

/** @tag Organizations */
@Access('api-key', 'session')
@Throttle({ api: {} })
@Controller('api/v1/organizations/:id/sign-in-policy')
export class SignInPolicyController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  /**
   * Says how people must sign in before their sessions reach the organization and its workspaces, for its admins.
   * @returns The rules.
   */
  @Get()
  async signInPolicy(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<One<SignInPolicyResponse>> {
    return one(await this.queries.execute(new GetSignInPolicy(caller, id)));
  }

  /**
   * Changes how people must sign in before their sessions reach the organization and its workspaces. It takes effect within a second, also for sessions that
   * have begun. API keys are not concerned.
   * @error 409 CONFLICT without a provider to sign in with, or when the caller would be shut out
   * @returns The changed rules.
   */
  @RecentSignIn()
  @Put()
  async changeSignInPolicy(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param('id') id: string,
    @Body() { requireSecondFactor, allowPasswords }: SignInPolicyRequest,
  ): Promise<One<SignInPolicyResponse>> {
    return one(await this.commands.execute(new ChangeSignInPolicy(caller, meta, id, { requireSecondFactor, allowPasswords })));
  }
}
