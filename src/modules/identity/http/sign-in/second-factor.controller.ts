import { Body, Controller, Delete, Get, HttpCode, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Throttle } from '@nestjs/throttler';
import { one, type One } from '#edge/answer/envelope.js';
import { CurrentCaller, RequestMeta } from '#edge/request/caller.decorator.js';
import type { SessionCaller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import { BeginSecondFactor, type BegunSecondFactor } from '../../commands/second-factor/begin-second-factor.command.js';
import { EnableSecondFactor } from '../../commands/second-factor/enable-second-factor.command.js';
import { RemoveSecondFactor } from '../../commands/second-factor/remove-second-factor.command.js';
import { ReplaceRecoveryCodes } from '../../commands/second-factor/replace-recovery-codes.command.js';
import { Access, RecentSignIn } from '../../gate/access.decorator.js';
import { GetSecondFactor, type SecondFactorView } from '../../queries/sign-in/get-second-factor.query.js';
import { EnableSecondFactorRequest } from './session.request.js';

/** Codes with which a person signs in without the authenticator app, each once. */
interface RecoveryCodesResponse {
  /** The codes. They are not shown again. */
  readonly recoveryCodes: readonly string[];
}

/** The second factor of the person who is signed in. */
@Access('session')
@Throttle({ api: {} })
@Controller('api/v1/users/me/second-factor')
export class SecondFactorController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  /**
   * Returns whether a sign-in needs a code of an authenticator app beside the password.
   * @returns The second factor.
   */
  @Get()
  async get(@CurrentCaller() caller: SessionCaller): Promise<One<Readonly<SecondFactorView>>> {
    return one(await this.queries.execute(new GetSecondFactor(caller)));
  }

  /**
   * Makes a secret for an authenticator app. Nothing changes until a code of the app confirms it.
   * @error 409 CONFLICT if the second factor is on
   * @returns The secret.
   */
  @RecentSignIn()
  @Post()
  @HttpCode(200)
  async begin(@CurrentCaller() caller: SessionCaller): Promise<One<Readonly<BegunSecondFactor>>> {
    return one(await this.commands.execute(new BeginSecondFactor(caller)));
  }

  /**
   * Turns the second factor on, with a code of the app that shows that it knows the secret.
   * @error 403 WRONG_CODE for a wrong code
   * @error 409 CONFLICT if no secret was made, or the second factor is on
   * @returns The recovery codes.
   */
  @Post('enable')
  @HttpCode(200)
  async enable(
    @CurrentCaller() caller: SessionCaller,
    @RequestMeta() meta: EventMeta,
    @Body() { code }: EnableSecondFactorRequest,
  ): Promise<One<RecoveryCodesResponse>> {
    return one({ recoveryCodes: await this.commands.execute(new EnableSecondFactor(caller, meta, code)) });
  }

  /**
   * Replaces the recovery codes. The former ones count no more.
   * @error 409 CONFLICT if the second factor is off
   * @returns The recovery codes.
   */
  @RecentSignIn()
  @Post('recovery-codes')
  @HttpCode(200)
  async replaceCodes(@CurrentCaller() caller: SessionCaller, @RequestMeta() meta: EventMeta): Promise<One<RecoveryCodesResponse>> {
    return one({ recoveryCodes: await this.commands.execute(new ReplaceRecoveryCodes(caller, meta)) });
  }

  /**
   * Turns the second factor off: a sign-in needs the password alone.
   * @returns What was turned off.
   */
  @RecentSignIn()
  @Delete()
  async remove(@CurrentCaller() caller: SessionCaller, @RequestMeta() meta: EventMeta): Promise<One<{ message: string }>> {
    await this.commands.execute(new RemoveSecondFactor(caller, meta));
    return one({ message: 'The second factor is off' });
  }
}
