import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#ledger/events/event-store.js';
import { decide } from '#ledger/events/decide.js';
import type { Caller } from '#kernel/caller.js';
import { notFound } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import { requireUnlimitedPersonalKey } from '../../domain/authority.js';
import { session } from '../../domain/sign-in/session.decider.js';
import { sessionStream, type SessionEnding } from '../../domain/sign-in/session.events.js';
import { Sessions } from '../../queries/sign-in/sessions.js';

/** Ends sessions of the caller: one by its id, or all but the one in use. Holds at once in this process and within a second in every other. */
export class EndSessions extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly which: { readonly id: string } | 'others',
  ) {
    super();
  }
}

@CommandHandler(EndSessions)
export class EndSessionsHandler implements ICommandHandler<EndSessions> {
  constructor(
    private readonly store: EventStore,
    private readonly sessions: Sessions,
  ) {}

  async execute({ caller, meta, which }: EndSessions): Promise<void> {
    requireUnlimitedPersonalKey(caller);
    const own = caller.kind === 'session' ? caller.credential.sessionId : undefined;
    const open = (await this.sessions.openOf(caller.userId)).map(({ id }) => id);
    const chosen = which === 'others' ? open.filter((id) => id !== own) : open.filter((id) => id === which.id);
    if (which !== 'others' && chosen.length === 0) throw notFound('Session');
    const reasonOf = (id: string): SessionEnding => (id === own ? 'signed-out' : 'ended-elsewhere');
    await decide(
      this.store,
      async (unit) => {
        for (const id of chosen) await unit.on(sessionStream.at(id), session, () => [{ type: 'end', reason: reasonOf(id) } as const]);
      },
      { meta },
    );
  }
}
