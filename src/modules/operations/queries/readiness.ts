import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { SecretBox } from '#host/secrets/secret-box.js';
import { AppendLane } from '#ledger/events/append-lane.js';
import { Drain } from '#edge/gate/drain.js';
import { OverloadGate } from '#edge/gate/overload-gate.js';
import { RateLimiter } from '#edge/throttle/rate-limiter.js';
import { DiskRoom } from '#ledger/vitals/disk-room.js';
import { Signals } from '#ledger/signals/signals.js';
import { ReadReplicas } from '#ledger/projections/replicas/read-replicas.js';
import { VitalSigns } from '#ledger/vitals/vital-signs.js';
import { AuditLag } from '#modules/audit/index.js';
import { hasAnotherKey } from '#modules/identity/index.js';
import { TriggerBacklog } from '#modules/triggers/index.js';
import { readinessReport, type ReadinessReport } from './readiness-report.js';

@Injectable()
export class Readiness {
  constructor(
    private readonly vitals: VitalSigns,
    private readonly drain: Drain,
    private readonly lane: AppendLane,
    private readonly limiter: RateLimiter,
    private readonly audit: AuditLag,
    private readonly gate: OverloadGate,
    private readonly disks: DiskRoom,
    private readonly backlog: TriggerBacklog,
    private readonly signals: Signals,
    private readonly reads: ReadReplicas,
    private readonly pool: Pool,
    private readonly box: SecretBox,
  ) {}

  async report(): Promise<ReadinessReport> {
    const vitals = await this.vitals.read();
    return readinessReport({
      vitals,
      audit: vitals === undefined ? undefined : await this.audit.read().catch(() => undefined),
      backlog: vitals === undefined ? undefined : await this.backlog.read().catch(() => undefined),
      isKeyForeign: vitals === undefined ? undefined : await hasAnotherKey(this.pool, this.box).catch(() => undefined),
      isDraining: this.drain.isDraining || this.lane.isFormer,
      waitingAppends: this.lane.depth ?? 0,
      failedAppendMsAgo: this.lane.failedMsAgo,
      gate: this.gate.standing,
      disks: await this.disks.read(),
      isLimiterDegraded: this.limiter.isDegraded,
      signalsServer: this.signals.state.server,
      replicas: this.reads.states,
    });
  }
}
