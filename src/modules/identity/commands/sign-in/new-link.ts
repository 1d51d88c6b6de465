import { Injectable } from '@nestjs/common';
import { SignInDigests } from '#host/secrets/passwords/sign-in-digests.js';
import { randomSecret } from '#host/secrets/random-token.js';
import { Clock } from '#kernel/clock.js';
import type { EventMeta } from '#kernel/event.js';
import { Ids } from '#kernel/ids.js';
import { decide } from '#ledger/events/decide.js';
import { EventStore } from '#ledger/events/event-store.js';
import { user } from '../../domain/users/user.decider.js';
import { userStream, type SignInLinkKind } from '../../domain/users/user.events.js';
import { SignInLinks } from '../../queries/sign-in/sign-in-links.js';
import { signInLink } from '../../store/sign-in/sign-in-link.entity.js';

const lifetimeMs: Readonly<Record<SignInLinkKind, number>> = { setup: 24 * 3_600_000, recovery: 3_600_000 };

/** A link as it is shown once. */
export interface MadeLink {
  /** What follows the `#` in the address of the link. */
  readonly token: string;
  /** Until when the link counts. */
  readonly expiresAt: string;
}

/** Makes links with which users choose a password. Asks no permission. */
@Injectable()
export class NewLink {
  constructor(
    private readonly store: EventStore,
    private readonly digests: SignInDigests,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly links: SignInLinks,
  ) {}

  /** A recovery link replaces the former ones of its user. Setup links count beside each other: processes that start at once all print one. */
  async make(kind: SignInLinkKind, userId: string, meta: EventMeta): Promise<MadeLink> {
    const token = randomSecret();
    const expiresAt = new Date(this.clock.now().getTime() + lifetimeMs[kind]).toISOString();
    await decide(
      this.store,
      async (unit) => {
        await unit.on(userStream.at(userId), user, () => [{ type: 'make-link', kind, expiresAt } as const]);
        const replaced = kind === 'recovery' ? await this.links.idsOf(userId, kind) : [];
        unit.write(replaced.map((id) => signInLink.remove({ id })));
        unit.write([signInLink.add({ id: this.ids.next(), kind, userId, digest: this.digests.link.digest(token), expiresAt })]);
      },
      { meta },
    );
    return { token, expiresAt };
  }
}
