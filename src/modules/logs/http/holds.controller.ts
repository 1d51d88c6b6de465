import { Body, Controller, Delete, Get, Param, Put, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Throttle } from '@nestjs/throttler';
import { CurrentCaller, RequestMeta } from '#edge/request/caller.decorator.js';
import { one, type One } from '#edge/answer/envelope.js';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import { RunStore, type FoundRun, type LocatedRun } from '#modules/runs/index.js';
import { Access } from '#modules/identity/index.js';
import { ChangeHold, RetentionRules } from '#modules/retention/index.js';
import { LocatedRunRequest } from './located-run.request.js';
import { PlaceHoldRequest } from './place-hold.request.js';

interface HoldResponse {
  readonly executionId: string;
  /** Whether the run is on hold: kept regardless of its age. */
  readonly held: boolean;
  /** The reason for the hold; null without a hold. */
  readonly reason: string | null;
}

/** Keeps a run regardless of retention, for a dispute or an inquiry, until an admin of its workspace releases it. */
@Access('api-key', 'session')
@Throttle({ api: {} })
@Controller('api/v1/logs/executions/:executionId/hold')
export class HoldsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly runs: RunStore,
    private readonly retention: RetentionRules,
  ) {}

  /**
   * Says whether a run is on hold, and why.
   * @error 409 EXECUTION_ID_AMBIGUOUS when runs of several workspaces have the id, and `workspaceId` is absent
   * @returns The hold of the run.
   */
  @Get()
  async find(
    @CurrentCaller() caller: Caller,
    @Param('executionId') executionId: string,
    @Query() { workspaceId }: LocatedRunRequest,
  ): Promise<One<HoldResponse>> {
    const run = await this.#run({ caller, id: executionId, workspaceId });
    const reason = await this.retention.holdOf(run.executionId);
    return one({ executionId, held: reason !== undefined, reason: reason ?? null });
  }

  /**
   * Places a hold on a run, which keeps it beyond its retention period.
   * @error 409 EXECUTION_ID_AMBIGUOUS when runs of several workspaces have the id, and `workspaceId` is absent
   * @returns The hold was placed.
   */
  @Put()
  async place(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param('executionId') executionId: string,
    @Query() { workspaceId }: LocatedRunRequest,
    @Body() { reason }: PlaceHoldRequest,
  ): Promise<One<HoldResponse>> {
    await this.commands.execute(new ChangeHold(meta, await this.#run({ caller, id: executionId, workspaceId }), reason));
    return one({ executionId, held: true, reason });
  }

  /**
   * Releases the hold of a run, so that retention may delete it.
   * @error 409 EXECUTION_ID_AMBIGUOUS when runs of several workspaces have the id, and `workspaceId` is absent
   * @returns The hold was released.
   */
  @Delete()
  async release(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param('executionId') executionId: string,
    @Query() { workspaceId }: LocatedRunRequest,
  ): Promise<One<HoldResponse>> {
    await this.commands.execute(new ChangeHold(meta, await this.#run({ caller, id: executionId, workspaceId }), undefined));
    return one({ executionId, held: false, reason: null });
  }

  #run(run: LocatedRun): Promise<FoundRun> {
    return this.runs.locate(run, 'admin');
  }
}
