import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Config } from '#host/config/config.js';
import { SignInDigests } from '#host/secrets/passwords/sign-in-digests.js';
import { randomSecret } from '#host/secrets/random-token.js';
import { type Caller, type Permission, requireReach } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import { conflict } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import { Ids } from '#kernel/ids.js';
import { decide } from '#ledger/events/decide.js';
import { EventStore } from '#ledger/events/event-store.js';
import { alreadyMember } from '../../domain/member.errors.js';
import { workspaceInvitation } from '../../domain/workspaces/workspace-invitation.decider.js';
import { workspaceInvitationStream } from '../../domain/workspaces/workspace-invitation.events.js';
import { WorkspaceInvitations, type WorkspaceInvitationView } from '../../queries/workspaces/workspace-invitations.js';
import { workspaceInvitationModel } from '../../store/sign-in/workspace-invitation.entity.js';

const mostInvitations = 1000;

/** An invitation with the token of its link, which is known here for the only time. */
export interface MadeInvitation extends WorkspaceInvitationView {
  /** What follows `/invite#` in the address of the link. Shown once. */
  readonly token: string;
}

/** Invites an address to a workspace, whether a user has it or not. An address that is invited again gets a new link instead of the former one. */
export class InviteToWorkspace extends Command<MadeInvitation> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly workspaceId: string,
    readonly invited: { readonly email: string; readonly permission: Permission },
  ) {
    super();
  }
}

@CommandHandler(InviteToWorkspace)
export class InviteToWorkspaceHandler implements ICommandHandler<InviteToWorkspace> {
  constructor(
    private readonly store: EventStore,
    private readonly digests: SignInDigests,
    private readonly invitations: WorkspaceInvitations,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  async execute({ caller, meta, workspaceId, invited: { email, permission } }: InviteToWorkspace): Promise<MadeInvitation> {
    requireReach(caller, workspaceId, 'admin', 'Workspace');
    // Admins may list members, so the refusal of a member reveals nothing.
    if (await this.invitations.isMember(workspaceId, email)) throw alreadyMember();
    const [id, token, now] = [this.ids.next(), randomSecret(), this.clock.now().getTime()];
    const expiresAt = new Date(now + this.config.invitationLifetimeMs).toISOString();
    const made = { id, email, permission, invitedAt: new Date(now).toISOString(), expiresAt };
    await decide(
      this.store,
      async (unit) => {
        const replaced = await this.invitations.idsOf(workspaceId, email);
        if (replaced.length === 0) await this.#requireRoom(workspaceId);
        for (const former of replaced)
          await unit.on(workspaceInvitationStream.at(former, workspaceId), workspaceInvitation, (state) =>
            state === 'none' ? [] : [{ type: 'end', reason: 'replaced' } as const],
          );
        const command = { type: 'make', workspaceId, email, permission, expiresAt } as const;
        await unit.on(workspaceInvitationStream.at(id, workspaceId), workspaceInvitation, () => [command]);
        const row = { ...made, workspaceId, digest: this.digests.invitation.digest(token), invitedBy: caller.userId };
        unit.write([...replaced.map((former) => workspaceInvitationModel.remove({ id: former })), workspaceInvitationModel.add(row)]);
      },
      { meta },
    );
    return { ...made, token };
  }

  async #requireRoom(workspaceId: string): Promise<void> {
    if ((await this.invitations.count(workspaceId)) < mostInvitations) return;
    throw conflict('CONFLICT', `A workspace has at most ${mostInvitations} open invitations: withdraw one first`);
  }
}
