import { Module } from '@nestjs/common';
import { IdentityModule } from '#modules/identity/index.js';
import { AuditFeed } from './export/audit-feed.js';
import { AuditLogsController } from './http/audit-logs.controller.js';
import { AuditGate } from './queries/audit-gate.js';
import { AuditRows } from './queries/audit-rows.js';
import { GetAuditKeyHandler } from './queries/get-audit-key.query.js';
import { GetAuditLogHandler } from './queries/get-audit-log.query.js';
import { ListAuditLogsHandler } from './queries/list-audit-logs.query.js';
import { AuditLag } from './store/audit-lag.js';
import { AuditRecorder } from './recording/audit-recorder.js';

/** What happened, who did it and from where, so that it can be shown and proved. */
@Module({
  imports: [IdentityModule],
  controllers: [AuditLogsController],
  providers: [AuditRecorder, AuditLag, AuditFeed, AuditGate, AuditRows, ListAuditLogsHandler, GetAuditLogHandler, GetAuditKeyHandler],
  exports: [AuditFeed, AuditLag],
})
export class AuditModule {}
