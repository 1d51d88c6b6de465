import { Body, Controller, Delete, Get, HttpCode, Param, Post, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Throttle } from '@nestjs/throttler';
import type { Response } from 'express';
import { deleted, one, type Deleted, type One } from '#edge/answer/envelope.js';
import { CurrentCaller, RequestMeta } from '#edge/request/caller.decorator.js';
import type { SessionCaller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import type { AttemptPurpose } from '../../commands/oidc/attempt.js';
import { BeginAtProvider } from '../../commands/oidc/begin-at-provider.command.js';
import { UnlinkIdentity } from '../../commands/oidc/unlink-identity.command.js';
import { Access, RecentSignIn } from '../../gate/access.decorator.js';
import { ListIdentities, type IdentitiesView } from '../../queries/oidc/list-identities.query.js';
import { AttemptCookie } from './attempt-cookie.js';
import { ConfirmAtProviderRequest, ProviderRequest } from './oidc.request.js';
import { safePath } from './safe-path.js';

/** Where the browser goes. */
interface ProviderAddressResponse {
  /** Address of the provider. */
  readonly address: string;
}

/** Accounts at providers with which the person who is signed in signs in. */
@Access('session')
@Throttle({ api: {} })
@Controller('api/v1')
export class IdentitiesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly attempts: AttemptCookie,
  ) {}

  /**
   * Lists the accounts at providers with which the person signs in, and whether they have a password.
   * @returns What the person signs in with.
   */
  @Get('users/me/identities')
  async list(@CurrentCaller() caller: SessionCaller): Promise<One<Readonly<IdentitiesView>>> {
    return one(await this.queries.execute(new ListIdentities(caller)));
  }

  /**
   * Begins to link an account at a provider: the browser then goes to the address, and comes back to the page of the account.
   * @error 404 NOT_FOUND for an unknown provider
   * @error 503 PROVIDER_UNAVAILABLE while the provider does not answer
   * @returns The address.
   */
  @RecentSignIn()
  @Post('users/me/identities')
  @HttpCode(200)
  async link(
    @CurrentCaller() caller: SessionCaller,
    @Body() { provider }: ProviderRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<One<ProviderAddressResponse>> {
    return this.#begun(response, provider, { for: 'link', sessionId: caller.credential.sessionId });
  }

  /**
   * Unlinks an account at a provider. Sessions that were started with it end.
   * @error 404 NOT_FOUND for an account that is not linked
   * @error 409 LAST_WAY_IN for the only account of a person without a password
   * @returns What was unlinked.
   */
  @RecentSignIn()
  @Delete('users/me/identities/:id')
  async unlink(@CurrentCaller() caller: SessionCaller, @RequestMeta() meta: EventMeta, @Param('id') id: string): Promise<One<Deleted>> {
    await this.commands.execute(new UnlinkIdentity(caller, meta, id));
    return deleted(id, 'Account');
  }

  /**
   * Begins to prove again at a provider who the person is: the browser then goes to the address, where the person signs in again. Afterwards, what needs a recent
   * sign-in is possible for ten minutes.
   * @error 404 NOT_FOUND for an unknown provider
   * @error 503 PROVIDER_UNAVAILABLE while the provider does not answer
   * @returns The address.
   */
  @Post('session/confirm/provider')
  @HttpCode(200)
  async confirm(
    @CurrentCaller() caller: SessionCaller,
    @Body() { provider, next }: ConfirmAtProviderRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<One<ProviderAddressResponse>> {
    const { sessionId } = caller.credential;
    return this.#begun(response, provider, { for: 'confirm', sessionId, ...(next === undefined ? {} : { back: safePath(next) }) });
  }

  async #begun(response: Response, provider: string, purpose: AttemptPurpose): Promise<One<ProviderAddressResponse>> {
    const { address, attempt } = await this.commands.execute(new BeginAtProvider(provider, purpose));
    this.attempts.set(response, attempt);
    return one({ address });
  }
}
