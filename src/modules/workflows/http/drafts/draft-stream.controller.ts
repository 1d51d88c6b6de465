import { Body, Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Throttle } from '@nestjs/throttler';
import type { Request, Response } from 'express';
import type { Answers, EventStream } from '#edge/answer/answers.js';
import { wantsEvents } from '#edge/arrival/wants-events.js';
import { one, type One } from '#edge/answer/envelope.js';
import { sendEventHeaders, sendEvents, type StreamedEvent } from '#edge/stream/event-stream.js';
import { OpenStreams } from '#edge/stream/open-streams.js';
import { CurrentCaller } from '#edge/request/caller.decorator.js';
import type { Caller } from '#kernel/caller.js';
import { DomainError } from '#kernel/errors.js';
import type { Json } from '#kernel/json.js';
import { Access, ApiKeyGuard } from '#modules/identity/index.js';
import { ReportPresence } from '../../commands/report-presence.command.js';
import type { PresentPerson } from '../../queries/drafts/live/draft-presence.js';
import { FollowDraft, type DraftMessage, type FollowedDraft } from '../../queries/drafts/live/follow-draft.query.js';
import { DraftPresenceRequest, DraftStreamRequest } from './draft-stream.request.js';

/** The people who have a draft open. */
interface DraftPresenceResponse {
  /** Everyone who has the draft open, one entry for each client. */
  readonly people: readonly PresentPerson[];
}

/** What has happened to a draft. */
interface DraftMessages {
  /** The changes after the given revision, or a message that they are too many, and then who has the draft open. */
  readonly data: readonly DraftMessage[];
}

/** @tag Workflows */
@Controller('api/v1/workflows/:id/draft')
@Access('api-key', 'session')
@Throttle({ api: {} })
export class DraftStreamController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly streams: OpenStreams,
    private readonly guard: ApiKeyGuard,
  ) {}

  /**
   * Returns the changes of the draft after a revision, and who has it open. With `Accept: text/event-stream` it sends them as server-sent events, and those that
   * come later. The id of an event is a revision. The stream ends when the caller loses access, and when the workflow is deleted.
   * @header Last-Event-ID The id of the last event that the client has received; used instead of `after`.
   * @error 429 RATE_LIMIT_EXCEEDED when the key has too many open streams
   * @returns The changes so far, or the stream of changes.
   */
  @Get('stream')
  async streamDraft(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Query() query: DraftStreamRequest,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<Answers<{ 200: DraftMessages | EventStream<DraftMessage> }>> {
    const after = query.place(request.headers);
    response.vary('Accept');
    const isHead = request.method === 'HEAD';
    const gone = isHead ? AbortSignal.abort() : this.streams.enter(caller, response);
    const admitted = (): Promise<Caller> => this.#admitted(request);
    const messages = await this.queries.execute(new FollowDraft(caller, id, { after, gone, admitted }));
    if (!wantsEvents(request.headers)) response.json({ data: await present(messages) });
    else if (isHead) sendEventHeaders(response);
    else await sendEvents(response, framed(messages));
  }

  /**
   * Reports that a person has the draft open and where they are in it. Clients repeat this every ten seconds and when the place changes; without a report for
   * 30 seconds the person is absent.
   * @returns The people who have the draft open.
   */
  @Post('presence')
  @HttpCode(200)
  async reportPresence(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Body() { client, block = null, field = null, isHidden = false }: DraftPresenceRequest,
  ): Promise<One<DraftPresenceResponse>> {
    return one({ people: await this.commands.execute(new ReportPresence(caller, id, { client, block, field, isAbsent: isHidden })) });
  }

  /** A key may be revoked and a session may end while the stream is open. */
  async #admitted(request: Request): Promise<Caller> {
    const key = request.headers['x-api-key'];
    const caller = typeof key === 'string' ? await this.guard.admit(request, key) : await this.guard.admitSession(request);
    if (caller === undefined) throw new DomainError('unauthenticated', 'UNAUTHORIZED', 'The session has ended: please sign in again');
    return caller;
  }
}

/** What a reader receives at once: it ends with the message that tells who is there. */
async function present(messages: AsyncIterable<FollowedDraft>): Promise<readonly DraftMessage[]> {
  const found: DraftMessage[] = [];
  for await (const each of messages) {
    if ('message' in each) found.push(each.message);
    if (found.at(-1)?.type === 'presence') break;
  }
  return found;
}

async function* framed(messages: AsyncIterable<FollowedDraft>): AsyncGenerator<StreamedEvent, void, undefined> {
  for await (const message of messages) {
    if ('message' in message) yield { id: String(message.revision), data: message.message as unknown as Json };
    else yield message;
  }
}
