import { Injectable } from '@nestjs/common';
import { AppendLane } from '#infrastructure/event-store/append-lane.js';
import { Drain } from '#infrastructure/operations/drain.js';
import { RateLimiter } from '#infrastructure/throttling/rate-limiter.js';
import { VitalSigns } from '#infrastructure/operations/vital-signs.js';
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
