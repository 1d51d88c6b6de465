import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Throttle } from '@nestjs/throttler';
import { one, type One } from '#edge/answer/envelope.js';
import { CurrentCaller, RequestMeta } from '#edge/request/caller.decorator.js';
import { Config } from '#host/config/config.js';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import { pathId } from '#kernel/ids.js';
import { Access } from '#modules/identity/index.js';
import { CancelReplay } from '../../deliveries/commands/cancel-replay.command.js';
import { GetReplay } from '../../deliveries/queries/get-replay.query.js';
import { ReplayDeliveriesRequest } from './replay.request.js';
import {
  acceptedReplayResponse,
  deliveryReplayResponse,
  type AcceptedReplayResponse,
  type DeliveryReplayResponse,
} from './replay.response.js';

/** @tag Deliveries */
@Access('api-key', 'session')
@Throttle({ api: {} })
@Controller('api/v1/deliveries')
export class ReplaysController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly config: Config,
  ) {}

  /**
   * Repeats all deliveries of a workspace that match, oldest first, in the background. Only deliveries that have arrived before the request and that
   * repeat no other delivery take part, at most 10,000. Each is repeated once, also if processes are killed meanwhile.
   * @error 409 CONFLICT while another replay of deliveries runs in the workspace
   * @returns The replay was accepted. `statusUrl` shows its progress in `metadata`.
   */
  @Post('replay')
  @HttpCode(202)
  async replayAll(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Body() request: ReplayDeliveriesRequest,
  ): Promise<One<AcceptedReplayResponse>> {
    return one(acceptedReplayResponse(await this.commands.execute(request.toMessage(caller, meta)), this.config.baseUrl));
  }

  /**
   * Gets a replay of deliveries with its progress.
   * @returns The replay.
   */
  @Get('replays/:replayId')
  async getReplay(@CurrentCaller() caller: Caller, @Param('replayId') id: string): Promise<One<DeliveryReplayResponse>> {
    return one(deliveryReplayResponse(await this.queries.execute(new GetReplay(caller, pathId(id, 'Replay'))), this.config.baseUrl));
  }

  /**
   * Cancels a replay of deliveries. Deliveries that were repeated before keep their runs; a replay that has ended stays as it is.
   * @returns The replay.
   */
  @Post('replays/:replayId/cancel')
  @HttpCode(200)
  async cancelReplay(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param('replayId') id: string,
  ): Promise<One<DeliveryReplayResponse>> {
    const replay = await this.commands.execute(new CancelReplay(caller, meta, pathId(id, 'Replay')));
    return one(deliveryReplayResponse(replay, this.config.baseUrl));
  }
}
