import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { Throttle } from '@nestjs/throttler';
import type { Request, Response } from 'express';
import type { Answers, EventStream } from '#edge/answer/answers.js';
import { one, type One } from '#edge/answer/envelope.js';
import { wantsEvents } from '#edge/arrival/wants-events.js';
import { CurrentCaller } from '#edge/request/caller.decorator.js';
import type { Caller } from '#kernel/caller.js';
import { Access, AdmittedStreams } from '#modules/identity/index.js';
import { sendEventHeaders, sendEvents } from '#edge/stream/event-stream.js';
import { FollowRunEvents } from '../../queries/events/follow-run-events.query.js';
import { GetEventPart } from '../../queries/events/get-event-part.query.js';
import { ListRunEvents, type RunEventsPage } from '../../queries/events/list-run-events.query.js';
import type { ShownEvent } from '../../queries/events/shown-event.js';
import type { ValuePart } from '../../queries/events/value-part.js';
import { EventPartRequest, RunEventsRequest } from './run-events.request.js';

/** The recorded events of one run. */
@Access('api-key', 'session')
@Throttle({ api: {} })
@Controller('api/v1/logs/executions/:executionId/events')
export class RunEventsController {
  constructor(
    private readonly queries: QueryBus,
    private readonly streams: AdmittedStreams,
  ) {}

  /**
   * Lists the events of a run in the order in which they happened. With `Accept: text/event-stream` it sends them as server-sent events, and those that
   * happen later until the run ends; to continue after a disconnect, send the id of the last event.
   * @header Last-Event-ID The id of the last event that the client has received; used instead of `after`.
   * @error 409 EXECUTION_ID_AMBIGUOUS when runs of several workspaces have the id, and `workspaceId` is absent
   * @error 429 RATE_LIMIT_EXCEEDED when the key has too many open streams
   * @returns A page of events, or the stream of events.
   * @returns 204 The run has ended, and the stream has no event after the given one.
   */
  @Get()
  async list(
    @CurrentCaller() caller: Caller,
    @Param('executionId') id: string,
    @Query() query: RunEventsRequest,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<Answers<{ 200: RunEventsPage | EventStream<ShownEvent>; 204: void }>> {
    const run = { caller, id, workspaceId: query.workspaceId };
    const asked = query.asked(request.headers);
    response.vary('Accept');
    if (!wantsEvents(request.headers)) {
      response.json(await this.queries.execute(new ListRunEvents(run, asked, query.limit)));
      return;
    }
    const isHead = request.method === 'HEAD';
    const gone = isHead ? AbortSignal.abort() : this.streams.enter(caller, request, response);
    const followed = await this.queries.execute(new FollowRunEvents(run, asked, gone));
    request.subject = { workspaceId: followed.run.workspaceId, executionId: followed.run.executionId };
    if (isHead) sendEventHeaders(response);
    else await sendEvents(response, followed.messages);
  }

  /**
   * Returns a value of an event, such as one that is left out of the list, part by part.
   * @error 409 EXECUTION_ID_AMBIGUOUS when runs of several workspaces have the id, and `workspaceId` is absent
   * @returns A part of the value.
   */
  @Get(':position')
  async part(
    @CurrentCaller() caller: Caller,
    @Param() { executionId: id = '', position = '' }: Readonly<Record<string, string>>,
    @Query() query: EventPartRequest,
  ): Promise<One<ValuePart>> {
    const run = { caller, id, workspaceId: query.workspaceId };
    return one(
      await this.queries.execute(new GetEventPart(run, { position: /^\d{1,9}$/.test(position) ? Number(position) : 0, ...query.part() })),
    );
  }
}
