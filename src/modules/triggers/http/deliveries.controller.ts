import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Throttle } from '@nestjs/throttler';
import { listOf, one, type One } from '#edge/answer/envelope.js';
import { CurrentCaller, RequestMeta } from '#edge/request/caller.decorator.js';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import { pathId } from '#kernel/ids.js';
import type { Page } from '#kernel/page.js';
import { Access } from '#modules/identity/index.js';
import { ReplayDelivery } from '../deliveries/commands/replay-delivery.command.js';
import { GetDelivery } from '../deliveries/queries/get-delivery.query.js';
import { ListDeliveriesRequest, ReplayDeliveryRequest } from './delivery.request.js';
import { deliveryDetailsResponse, deliveryResponse, type DeliveryDetailsResponse, type DeliveryResponse } from './delivery.response.js';

@Access('api-key', 'session')
@Throttle({ api: {} })
@Controller('api/v1/deliveries')
export class DeliveriesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  /**
   * Lists the deliveries of a workspace, newest first.
   * @returns A page of deliveries.
   */
  @Get()
  async list(@CurrentCaller() caller: Caller, @Query() request: ListDeliveriesRequest): Promise<Page<DeliveryResponse>> {
    return listOf(await this.queries.execute(request.toMessage(caller)), deliveryResponse);
  }

  /**
   * Gets a delivery with its headers and its body.
   * @returns The delivery.
   */
  @Get(':deliveryId')
  async get(@CurrentCaller() caller: Caller, @Param('deliveryId') id: string): Promise<One<DeliveryDetailsResponse>> {
    return one(deliveryDetailsResponse(await this.queries.execute(new GetDelivery(caller, pathId(id, 'Delivery')))));
  }

  /**
   * Repeats a delivery: a new delivery with the same headers and body starts a run, whatever the state of the trigger is.
   * @error 402 USAGE_LIMIT_EXCEEDED when the account of the workspace has used up its budget for the period
   * @error 403 WORKFLOW_NOT_DEPLOYED when no version is active, and `draft` is not true
   * @error 409 CONFLICT when the version does not have the block of the trigger, and for a held delivery or a duplicate
   * @error 409 CONTENTS_NOT_KEPT when the contents of its run are not kept
   * @returns The new delivery.
   */
  @Post(':deliveryId/replay')
  @HttpCode(200)
  async replay(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param('deliveryId') id: string,
    @Body() { draft }: ReplayDeliveryRequest,
  ): Promise<One<DeliveryResponse>> {
    return one(deliveryResponse(await this.commands.execute(new ReplayDelivery(caller, meta, pathId(id, 'Delivery'), draft))));
  }
}
