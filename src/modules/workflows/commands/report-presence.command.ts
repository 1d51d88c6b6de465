import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import { UserNames } from '#modules/identity/index.js';
import { DraftPresence, type PresentPerson } from '../queries/drafts/live/draft-presence.js';
import { WorkflowViews } from '../queries/workflow-views.js';

/** Where a person is in a draft, as their client reports it. */
export interface ReportedPlace extends Pick<PresentPerson, 'client' | 'block' | 'field'> {
  readonly isAbsent: boolean;
}

/** Reports that a person has a draft open. @returns the people who have it open @throws DomainError not-found, forbidden */
export class ReportPresence extends Command<readonly PresentPerson[]> {
  constructor(
    readonly caller: Caller,
    readonly workflowId: string,
    readonly place: ReportedPlace,
  ) {
    super();
  }
}

@CommandHandler(ReportPresence)
export class ReportPresenceHandler implements ICommandHandler<ReportPresence> {
  constructor(
    private readonly views: WorkflowViews,
    private readonly presence: DraftPresence,
    private readonly names: UserNames,
  ) {}

  async execute({ caller, workflowId, place: { isAbsent, ...place } }: ReportPresence): Promise<readonly PresentPerson[]> {
    await this.views.reached(caller, workflowId, 'read');
    const { userId } = caller;
    const name = (await this.names.of(userId)) ?? null;
    this.presence.report({ workflowId, person: { userId, name, ...place }, isAbsent });
    return this.presence.of(workflowId);
  }
}
