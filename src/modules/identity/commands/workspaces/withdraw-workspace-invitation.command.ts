import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Caller, requireReach } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import { decide, on } from '#ledger/events/decide.js';
import { EventStore } from '#ledger/events/event-store.js';
import { workspaceInvitation } from '../../domain/workspaces/workspace-invitation.decider.js';
import { workspaceInvitationStream } from '../../domain/workspaces/workspace-invitation.events.js';
import { WorkspaceInvitations } from '../../queries/workspaces/workspace-invitations.js';
import { workspaceInvitationModel } from '../../store/sign-in/workspace-invitation.entity.js';

/** Takes an open invitation back: its link ends. */
export class WithdrawWorkspaceInvitation extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly workspaceId: string,
    readonly invitationId: string,
  ) {
    super();
  }
}

@CommandHandler(WithdrawWorkspaceInvitation)
export class WithdrawWorkspaceInvitationHandler implements ICommandHandler<WithdrawWorkspaceInvitation> {
  constructor(
    private readonly store: EventStore,
    private readonly invitations: WorkspaceInvitations,
  ) {}

  async execute({ caller, meta, workspaceId, invitationId }: WithdrawWorkspaceInvitation): Promise<void> {
    requireReach(caller, workspaceId, 'admin', 'Workspace');
    const { id } = await this.invitations.of(workspaceId, invitationId);
    const command = { type: 'end', reason: 'withdrawn' } as const;
    const writes = [workspaceInvitationModel.remove({ id })];
    await decide(this.store, on(workspaceInvitationStream.at(id, workspaceId), workspaceInvitation, command), { meta, writes });
  }
}
