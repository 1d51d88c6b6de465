import { Global, Module } from '@nestjs/common';
import { Composition } from '#ledger/composition.js';
import { IdentityModule } from '#modules/identity/index.js';
import { AuditArchives } from './export/audit-archives.js';
import { AuditFeed } from './export/audit-feed.js';
import { AuditLogsController } from './http/audit-logs.controller.js';
import { AuditProofsController } from './http/audit-proofs.controller.js';
import { AuditGate } from './queries/audit-gate.js';
import { AuditRows } from './queries/audit-rows.js';
import { ExportAuditArchiveHandler } from './queries/export-audit-archive.query.js';
import { GetAuditCheckpointHandler } from './queries/get-audit-checkpoint.query.js';
import { GetAuditKeyHandler } from './queries/get-audit-key.query.js';
import { GetAuditLogHandler } from './queries/get-audit-log.query.js';
import { ListAuditLogsHandler } from './queries/list-audit-logs.query.js';
import { ProveAuditLogHandler } from './queries/prove-audit-log.query.js';
import { AuditLag } from './store/audit-lag.js';
import { RunIntegrity } from './store/run-integrity.js';
import { AuditLines } from './recording/audit-lines.js';
import { AuditRecorder } from './recording/audit-recorder.js';
import { Takeouts } from './recording/takeouts.js';

/** Records what happened, who did it and from where, and proves it. Global: each module that hands data out records that. */
@Global()
@Module({
  imports: [IdentityModule],
  // Its addresses come before the id of an entry.
  controllers: [AuditProofsController, AuditLogsController],
  providers: [
    { provide: AuditLines, useFactory: ({ auditLines }: Composition) => new AuditLines(auditLines), inject: [Composition] },
    AuditRecorder,
    Takeouts,
    AuditLag,
    RunIntegrity,
    AuditArchives,
    AuditFeed,
    AuditGate,
    AuditRows,
    ListAuditLogsHandler,
    GetAuditLogHandler,
    GetAuditKeyHandler,
    GetAuditCheckpointHandler,
    ExportAuditArchiveHandler,
    ProveAuditLogHandler,
  ],
  exports: [AuditFeed, AuditLag, RunIntegrity, Takeouts],
})
export class AuditModule {}
