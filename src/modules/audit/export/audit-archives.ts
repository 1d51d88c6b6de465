import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { SecretBox } from '#host/secrets/secret-box.js';
import { Clock } from '#kernel/clock.js';
import { Timers } from '#kernel/timers.js';
import { Composition } from '#ledger/composition.js';
import { AuditArchive } from './audit-archive.js';

/** The archive, for each request: its keys may have changed since the last one. */
@Injectable()
export class AuditArchives {
  constructor(
    private readonly composition: Composition,
    private readonly pool: Pool,
    private readonly box: SecretBox,
    private readonly clock: Clock,
    private readonly timers: Timers,
  ) {}

  open(): Promise<AuditArchive> {
    const { composition, pool, box, clock, timers } = this;
    return AuditArchive.open({ lines: composition.auditLines, pool, box, clock, timers });
  }
}
