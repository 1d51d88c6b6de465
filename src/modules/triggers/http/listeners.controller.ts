import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Throttle } from '@nestjs/throttler';
import { one, type One } from '#edge/answer/envelope.js';
import { CurrentCaller, RequestMeta } from '#edge/request/caller.decorator.js';
import { Config } from '#host/config/config.js';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import { pathId } from '#kernel/ids.js';
import { Access } from '#modules/identity/index.js';
import { RotateTriggerSecret, type NewSecret } from '../deliveries/commands/rotate-trigger-secret.command.js';
import { Listening } from '../deliveries/listening.js';
import { ListenRequest, RotateSecretRequest } from './listener.request.js';
import { begunListenerResponse, listenerResponse, type BegunListenerResponse, type ListenerResponse } from './listener.response.js';

/**
 * Test events of webhooks, and their secrets.
 * @tag Webhooks
 */
@Access('api-key', 'session')
@Throttle({ api: {} })
@Controller('api/v1')
export class ListenersController {
  constructor(
    private readonly listening: Listening,
    private readonly commands: CommandBus,
    private readonly config: Config,
  ) {}

  /**
   * Waits 120 seconds for one event of a trigger. The event is checked and read as the block of the draft says, and starts no run.
   * A webhook block of a draft that was never deployed is found by the id that its trigger will have.
   * @error 400 VALIDATION_FAILED when the draft does not have the block any more, or the block is invalid
   * @returns The listener, with the address to which the event is to be sent.
   */
  @Post('triggers/:triggerId/listen')
  @HttpCode(200)
  async listenToTrigger(@CurrentCaller() caller: Caller, @Param('triggerId') id: string): Promise<One<BegunListenerResponse>> {
    return one(begunListenerResponse(await this.listening.beginFor(caller, pathId(id, 'Trigger')), this.config.baseUrl));
  }

  /**
   * Waits 120 seconds for one event of a webhook block of a draft, which need not have been deployed.
   * @returns The listener, with the address to which the event is to be sent.
   */
  @Post('workflows/:id/listen')
  @HttpCode(200)
  async listenToDraft(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Body() { triggerBlockId }: ListenRequest,
  ): Promise<One<BegunListenerResponse>> {
    return one(begunListenerResponse(await this.listening.begin(caller, pathId(id, 'Workflow'), triggerBlockId), this.config.baseUrl));
  }

  /**
   * Gets a listener with the event that it has received. It is kept for an hour.
   * @returns The listener.
   */
  @Get('triggers/:triggerId/listen/:listenToken')
  async getListener(
    @CurrentCaller() caller: Caller,
    @Param('triggerId') id: string,
    @Param('listenToken') token: string,
  ): Promise<One<ListenerResponse>> {
    return one(listenerResponse(await this.listening.get(caller, pathId(id, 'Listener'), token)));
  }

  /**
   * Replaces the secret of a trigger. The secret before is accepted for 24 more hours.
   * @error 409 CONFLICT when the trigger checks no secret, when it is retired, and when the secret is `{{NAME}}` of the environment
   * @returns The secret was replaced.
   */
  @Post('triggers/:triggerId/rotate-secret')
  @HttpCode(200)
  async rotateSecret(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param('triggerId') id: string,
    @Body() { secret }: RotateSecretRequest,
  ): Promise<One<NewSecret>> {
    return one(await this.commands.execute(new RotateTriggerSecret(caller, meta, pathId(id, 'Trigger'), secret)));
  }
}
