import { Controller, Get, Param, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { Throttle } from '@nestjs/throttler';
import { listOf, one, type One } from '#edge/answer/envelope.js';
import { CurrentCaller } from '#edge/request/caller.decorator.js';
import type { Caller } from '#kernel/caller.js';
import { pathId } from '#kernel/ids.js';
import type { Page } from '#kernel/page.js';
import { Access } from '#modules/identity/index.js';
import { GetDelivery } from '../deliveries/queries/get-delivery.query.js';
import { ListDeliveriesRequest } from './delivery.request.js';
import { deliveryDetailsResponse, deliveryResponse, type DeliveryDetailsResponse, type DeliveryResponse } from './delivery.response.js';

@Access('api-key')
@Throttle({ api: {} })
@Controller('api/v1/deliveries')
export class DeliveriesController {
  constructor(private readonly queries: QueryBus) {}

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
}
