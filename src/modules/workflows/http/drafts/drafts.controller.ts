import { Body, Controller, Get, Param, Patch, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Throttle } from '@nestjs/throttler';
import { one, type One } from '#edge/answer/envelope.js';
import { CurrentCaller, RequestMeta } from '#edge/request/caller.decorator.js';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import { Access } from '#modules/identity/index.js';
import { EditDraft, type EditedDraft } from '../../commands/edit-draft.command.js';
import { GetDraft } from '../../queries/drafts/get-draft.query.js';
import { ListDraftEdits, type DraftEditsPage } from '../../queries/drafts/list-draft-edits.query.js';
import type { DraftAtRevision } from '../../store/drafts.js';
import { DraftEditsRequest, DraftRequest, EditDraftRequest } from './draft.request.js';

/**
 * Drafts that several people change in parts.
 * @tag Workflows
 */
@Controller('api/v1/workflows/:id/draft')
@Access('api-key', 'session')
@Throttle({ api: {} })
export class DraftsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  /**
   * Returns the draft of a workflow with its revision, or an earlier revision of it.
   * @returns The draft.
   */
  @Get()
  async draft(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Query() { revision }: DraftRequest,
  ): Promise<One<DraftAtRevision>> {
    return one(await this.queries.execute(new GetDraft(caller, id, revision)));
  }

  /**
   * Changes parts of the draft. The edit may be based on an earlier revision: it is applied if the parts that it changes are as they were.
   * An edit that is sent again with its `editId` is applied once.
   * @error 409 DRAFT_CHANGED when others have changed the same parts since the base; `details` names each operation. Nothing was written
   * @error 409 CONFLICT when `editId` belongs to a different edit
   * @returns The edit was recorded; the problems prevent the deployment of the draft.
   */
  @Patch()
  async editDraft(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param('id') id: string,
    @Body() edit: EditDraftRequest,
  ): Promise<One<EditedDraft>> {
    return one(await this.commands.execute(new EditDraft(caller, meta, id, edit.toMessage())));
  }

  /**
   * Lists the changes of the draft, oldest first, with their authors.
   * @returns A page of changes.
   */
  @Get('edits')
  async draftEdits(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Query() { after, limit }: DraftEditsRequest,
  ): Promise<DraftEditsPage> {
    return this.queries.execute(new ListDraftEdits(caller, id, after, limit));
  }
}
