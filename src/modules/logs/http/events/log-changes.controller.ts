import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { Throttle } from '@nestjs/throttler';
import type { Request, Response } from 'express';
import type { Answers, EventStream } from '#edge/answer/answers.js';
import { wantsEvents } from '#edge/arrival/wants-events.js';
import { CurrentCaller } from '#edge/request/caller.decorator.js';
import type { Caller } from '#kernel/caller.js';
import type { Json } from '#kernel/json.js';
import { Access, AdmittedStreams } from '#modules/identity/index.js';
import { sendEventHeaders, sendEvents, type StreamedEvent } from '#edge/stream/event-stream.js';
import type { ChangedEntries } from '../../queries/changes/changed-entries.js';
import { FollowLogChanges, type ChangesMessage } from '../../queries/changes/follow-log-changes.query.js';
import { ListLogChanges } from '../../queries/changes/list-log-changes.query.js';
import { logEntryResponse, type LogEntryResponse } from '../log.response.js';
import { LogChangesRequest } from './log-changes.request.js';

/** Runs that have started, paused, continued or ended. */
interface LogChangesResponse {
  /** The changed runs as they are now, with their workflows. The one that changed last comes first; at most 50. */
  readonly data: readonly LogEntryResponse[];
  /** How many further runs have changed. Read the list again to see them. */
  readonly left: number;
  /** Whether more has happened than can be listed since the given place. Read the list again; `data` is empty. */
  readonly isMissed: boolean;
  /** The `after` of the next changes. */
  readonly nextAfter: string;
}

/** @tag Logs */
@Access('api-key', 'session')
@Throttle({ api: {} })
@Controller('api/v1/logs/changes')
export class LogChangesController {
  constructor(
    private readonly queries: QueryBus,
    private readonly streams: AdmittedStreams,
  ) {}

  /**
   * Lists the runs of a workspace that have changed after a place in the log. With `Accept: text/event-stream` it sends them as server-sent events, and those
   * that change later; the first event says where the stream begins. A connection ends after a minute: to continue, send the id of the last event.
   * @header Last-Event-ID The id of the last event that the client has received; used instead of `after`.
   * @error 429 RATE_LIMIT_EXCEEDED when the key has too many open streams
   * @returns The changed runs, or the stream of changed runs.
   */
  @Get()
  async listLogChanges(
    @CurrentCaller() caller: Caller,
    @Query() query: LogChangesRequest,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<Answers<{ 200: LogChangesResponse | EventStream<LogChangesResponse> }>> {
    const { workspaceId } = query;
    const place = query.place(request.headers);
    response.vary('Accept');
    if (!wantsEvents(request.headers)) {
      response.json(changesResponse(await this.queries.execute(new ListLogChanges(caller, workspaceId, place))));
      return;
    }
    const isHead = request.method === 'HEAD';
    const gone = isHead ? AbortSignal.abort() : this.streams.enter(caller, request, response);
    const messages = await this.queries.execute(new FollowLogChanges(caller, workspaceId, place, gone));
    request.subject = { workspaceId };
    if (isHead) sendEventHeaders(response);
    else await sendEvents(response, framed(messages));
  }
}

async function* framed(messages: AsyncIterable<ChangesMessage>): AsyncGenerator<StreamedEvent, void, undefined> {
  for await (const message of messages) {
    if (!('entries' in message)) yield message;
    else {
      const data = changesResponse(message);
      yield { id: data.nextAfter, data: data as unknown as Json };
    }
  }
}

function changesResponse({ entries, left, isMissed, place }: ChangedEntries): LogChangesResponse {
  const include = { workflow: true, traceSpans: false, finalOutput: false };
  return { data: entries.map((view) => logEntryResponse(view, include)), left, isMissed, nextAfter: `${place.tx}.${place.pos}` };
}
