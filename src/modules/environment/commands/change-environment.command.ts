import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#ledger/events/event-store.js';
import { decide, on } from '#ledger/events/decide.js';
import type { Write } from '#ledger/rows/read-model.js';
import { type Caller, requireReach } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import type { EventMeta } from '#kernel/event.js';
import { environmentStreamId } from '../domain/environment-stream.js';
import { environment } from '../domain/environment.decider.js';
import { environmentStream } from '../domain/environment.events.js';
import { parseVariables, type VariableChanges } from '../domain/variable-changes.js';
import type { VariableView } from '../queries/environment-view.js';
import { EnvironmentViews } from '../queries/environment-views.js';
import { SealedVariables } from '../store/sealed-variables.js';

/** Sets the named variables, removes those that are null and keeps the others. Returns all variables after the change. */
export class ChangeEnvironment extends Command<readonly VariableView[]> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly workspaceId: string,
    readonly variables: object,
  ) {
    super();
  }
}

@CommandHandler(ChangeEnvironment)
export class ChangeEnvironmentHandler implements ICommandHandler<ChangeEnvironment> {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
    private readonly sealed: SealedVariables,
    private readonly views: EnvironmentViews,
  ) {}

  async execute({ caller, meta, workspaceId, variables }: ChangeEnvironment): Promise<readonly VariableView[]> {
    const changes = parseVariables(variables);
    requireReach(caller, workspaceId, 'admin', 'Workspace');
    const stream = environmentStream.at(environmentStreamId(workspaceId), workspaceId);
    const command = { type: 'change', set: [...changes.values.keys()], removed: changes.removed } as const;
    await decide(this.store, on(stream, environment, command), { meta, writes: this.#writes(workspaceId, changes) });
    return this.views.variables(workspaceId);
  }

  #writes(workspaceId: string, { values, removed }: VariableChanges): readonly Write[] {
    const at = this.clock.iso();
    return [
      ...[...values].map(([name, value]) => this.sealed.sealed({ workspaceId, name, value }, at)),
      ...removed.map((name) => this.sealed.removed({ workspaceId, name })),
    ];
  }
}
