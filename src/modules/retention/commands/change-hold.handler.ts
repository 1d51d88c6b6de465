import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#infrastructure/event-store/event-store.js';
import { handle } from '#infrastructure/event-store/handle.js';
import { hold, type HoldCommand } from '../domain/hold.decider.js';
import { holdStream } from '../store/hold-stream.js';
import { ChangeHold } from './change-hold.command.js';

@CommandHandler(ChangeHold)
export class ChangeHoldHandler implements ICommandHandler<ChangeHold> {
  constructor(private readonly store: EventStore) {}

  async execute({ meta, run: { executionId, workspaceId }, reason }: ChangeHold): Promise<void> {
    const command: HoldCommand = reason === undefined ? { type: 'release', executionId } : { type: 'place', executionId, reason };
    await handle(this.store, hold, holdStream(executionId, workspaceId), { command, meta });
  }
}
