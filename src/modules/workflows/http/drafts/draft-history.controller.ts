import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Throttle } from '@nestjs/throttler';
import { one, type One } from '#edge/answer/envelope.js';
import { CurrentCaller, RequestMeta } from '#edge/request/caller.decorator.js';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import { Access } from '#modules/identity/index.js';
import { RestoreDraft, type RestoredDraft } from '../../commands/restore-draft.command.js';
import { GetDraftBlame, type DraftBlame } from '../../queries/drafts/get-draft-blame.query.js';
import { ListDraftHistory, type DraftHistoryPage } from '../../queries/drafts/list-draft-history.query.js';
import { DraftBlameRequest, DraftHistoryRequest, RestoreDraftRequest } from './draft.request.js';

/** @tag Workflows */
@Controller('api/v1/workflows/:id/draft')
@Access('api-key', 'session')
@Throttle({ api: {} })
export class DraftHistoryController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  /**
   * Lists what has happened to the draft, newest first: changes of one person that follow each other within five minutes are one entry, and deployments are
   * between them.
   * @returns A page of the history.
   */
  @Get('history')
  async draftHistory(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Query() { before }: DraftHistoryRequest,
  ): Promise<DraftHistoryPage> {
    return this.queries.execute(new ListDraftHistory(caller, id, before));
  }

  /**
   * Returns who has changed the parts of the draft last, when, and from what.
   * @returns The parts that were changed since the draft was replaced as a whole.
   */
  @Get('blame')
  async draftBlame(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Query() { key }: DraftBlameRequest,
  ): Promise<One<DraftBlame>> {
    return one(await this.queries.execute(new GetDraftBlame(caller, id, key)));
  }

  /**
   * Restores an earlier revision: the draft becomes what it was, as a new revision. Nothing of the history is lost.
   * @error 404 NOT_FOUND also when the draft never had the revision
   * @returns The draft was restored; the problems prevent its deployment.
   */
  @Post('restore')
  @HttpCode(200)
  async restoreDraft(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param('id') id: string,
    @Body() { revision }: RestoreDraftRequest,
  ): Promise<One<RestoredDraft>> {
    return one(await this.commands.execute(new RestoreDraft(caller, meta, id, revision)));
  }
}
