import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import { notFound } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import { Workflows } from '../store/workflows.js';

/** A name and a description of a version. Undefined keeps a value, null removes it. */
export interface VersionDescription {
  readonly name?: string | null | undefined;
  readonly description?: string | null | undefined;
}

/** Names a version, or annotates it. Its document and what is active do not change. */
export class DescribeVersion extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly workflowId: string,
    readonly described: VersionDescription & { readonly version: string },
  ) {
    super();
  }
}

@CommandHandler(DescribeVersion)
export class DescribeVersionHandler implements ICommandHandler<DescribeVersion> {
  constructor(
    private readonly workflows: Workflows,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, meta, workflowId, described: { version, ...changes } }: DescribeVersion): Promise<void> {
    const at = this.clock.now().toISOString();
    await this.workflows.change({ caller, meta, workflowId, needed: 'admin' }, async () => {
      const stored = /^[1-9]\d{0,8}$/.test(version) ? await this.workflows.description(workflowId, Number(version)) : undefined;
      if (stored === undefined) throw notFound('Deployment version');
      return { type: 'describe-version', version: Number(version), ...changes, stored, at };
    });
  }
}
