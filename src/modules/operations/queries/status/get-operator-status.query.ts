import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Pool } from 'pg';
import type { Caller } from '#kernel/caller.js';
import { queueFigures } from '#ledger/vitals/queue-figures.js';
import { Leases } from '#ledger/work/leases.js';
import { ExportStatus } from '#modules/exports/index.js';
import { requireOperator } from '#modules/identity/index.js';
import { Readiness } from '../readiness.js';
import { operatorStatus, type OperatorStatus } from './operator-status.js';
import { ProcessRoll } from './process-roll.js';

/** The state of the whole server, for operators. */
export class GetOperatorStatus extends Query<OperatorStatus> {
  constructor(readonly caller: Caller) {
    super();
  }
}

@QueryHandler(GetOperatorStatus)
export class GetOperatorStatusHandler implements IQueryHandler<GetOperatorStatus> {
  constructor(
    private readonly pool: Pool,
    private readonly readiness: Readiness,
    private readonly roll: ProcessRoll,
    private readonly exports: ExportStatus,
    private readonly leases: Leases,
  ) {}

  async execute({ caller }: GetOperatorStatus): Promise<OperatorStatus> {
    requireOperator(caller);
    const [report, processes, queue, consumers] = await Promise.all([
      this.readiness.report(),
      this.roll.call(),
      queueFigures(this.pool),
      this.exports.read(),
    ]);
    return operatorStatus({ report, owner: this.leases.owner, processes, queue, consumers });
  }
}
