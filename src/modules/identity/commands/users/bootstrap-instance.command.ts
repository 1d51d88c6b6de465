import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore, UniqueConflict, appendTo, type StreamAppend } from '#ledger/events/event-store.js';
import { Clock } from '#kernel/clock.js';
import type { NewEvent } from '#kernel/event.js';
import { Ids } from '#kernel/ids.js';
import type { StreamRef } from '#kernel/stream.js';
import { apiKey } from '../../domain/keys/api-key.decider.js';
import { apiKeyStream } from '../../domain/keys/api-key.events.js';
import { organization } from '../../domain/organizations/organization.decider.js';
import { organizationStream } from '../../domain/organizations/organization.events.js';
import { user } from '../../domain/users/user.decider.js';
import { userStream } from '../../domain/users/user.events.js';
import { workspace } from '../../domain/workspaces/workspace.decider.js';
import { workspaceStream } from '../../domain/workspaces/workspace.events.js';
import { IdentityViews } from '../../queries/identity-views.js';
import { PresentedKeys } from '../../gate/keys/presented-keys.js';
import { KeyMint } from '../keys/key-mint.js';

/** What the first start has made. The key is known here for the only time. */
export interface FirstRun {
  readonly organizationId: string;
  readonly userId: string;
  readonly workspaceId: string;
  readonly keyId: string;
  readonly apiKey: string;
}

/**
 * Makes an organization, its owner, who runs the server, a workspace and a personal key. Answers undefined and does nothing when
 * there is an organization already. Processes that start at once may all ask: one of them does it.
 */
export class BootstrapInstance extends Command<FirstRun | undefined> {
  constructor(
    readonly email: string,
    /** The value of the key; absent: one is generated. */
    readonly apiKey?: string,
  ) {
    super();
  }
}

const names = { organization: 'Default organization', workspace: 'Default workspace', user: 'Owner', key: 'First key' } as const;

@CommandHandler(BootstrapInstance)
export class BootstrapInstanceHandler implements ICommandHandler<BootstrapInstance> {
  constructor(
    private readonly store: EventStore,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly mint: KeyMint,
    private readonly views: IdentityViews,
    private readonly presentedKeys: PresentedKeys,
  ) {}

  async execute({ email, apiKey: value }: BootstrapInstance): Promise<FirstRun | undefined> {
    const made = (await this.views.hasOrganizations()) ? undefined : await this.#make(email.toLowerCase(), value);
    // The key may have no checksum, also if another process made it.
    await this.presentedKeys.learn();
    return made;
  }

  /** One append: all of it or, when another process was faster and has taken the name of the organization, nothing. */
  async #make(email: string, chosen: string | undefined): Promise<FirstRun | undefined> {
    const [organizationId, userId, workspaceId, keyId] = [this.ids.next(), this.ids.next(), this.ids.next(), this.ids.next()];
    const { value, displayKey, secret } = this.mint.mint(keyId, chosen);
    const at = this.clock.now().toISOString();
    const limits = { expiresAt: null, scope: 'admin', areas: [], allowedIps: [] } as const;
    const key = { kind: 'personal', name: names.key, userId, workspaceId: null, displayKey, ...limits, at } as const;
    const streams = [
      first(userStream.at(userId), user.decide({ type: 'create', email, name: names.user, isOperator: true }, user.initial)),
      first(
        organizationStream.at(organizationId),
        organization.decide({ type: 'create', name: names.organization, plan: 'selfhosted', ownerId: userId }, organization.initial),
      ),
      first(
        workspaceStream.at(workspaceId, workspaceId),
        workspace.decide({ type: 'create', name: names.workspace, organizationId, ownerId: userId }, workspace.initial),
      ),
      first(apiKeyStream.at(keyId), apiKey.decide({ type: 'issue', ...key }, apiKey.initial)),
    ];
    try {
      await this.store.append({ streams, writes: [secret] });
    } catch (error) {
      if (error instanceof UniqueConflict) return undefined;
      throw error;
    }
    return { organizationId, userId, workspaceId, keyId, apiKey: value };
  }
}

function first<Event extends NewEvent>(stream: StreamRef<Event>, events: readonly Event[]): StreamAppend {
  return appendTo(stream, { expected: 0, events, meta: {} });
}
