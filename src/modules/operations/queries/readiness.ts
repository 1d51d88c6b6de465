import { Injectable } from '@nestjs/common';
import { AppendLane } from '#ledger/events/append-lane.js';
import { Drain } from '#edge/gate/drain.js';
import { RateLimiter } from '#edge/throttle/rate-limiter.js';
import { VitalSigns } from '#ledger/vitals/vital-signs.js';
import { AuditLag } from '#modules/audit/index.js';
import { readinessReport, type ReadinessReport } from './readiness-report.js';

@Injectable()
export class Readiness {
  constructor(
    private readonly vitals: VitalSigns,
    private readonly drain: Drain,
    private readonly lane: AppendLane,
    private readonly limiter: RateLimiter,
    private readonly audit: AuditLag,
  ) {}

  async report(): Promise<ReadinessReport> {
    const vitals = await this.vitals.read();
    return readinessReport({
      vitals,
      audit: vitals === undefined ? undefined : await this.audit.read().catch(() => undefined),
      isDraining: this.drain.isDraining || this.lane.isFormer,
      waitingAppends: this.lane.depth ?? 0,
      isLimiterDegraded: this.limiter.isDegraded,
    });
  }
}
