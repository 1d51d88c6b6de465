import { Module } from '@nestjs/common';
import { AuditModule } from '#modules/audit/index.js';
import { LogsModule } from '#modules/logs/index.js';
import { ExportStatus } from './sending/export-status.js';
import { Exporter } from './sending/exporter.js';
import { Feeds } from './sending/feeds.js';

/** Logs and audit logs on their way to somewhere else, as they come. */
@Module({
  imports: [AuditModule, LogsModule],
  providers: [Feeds, Exporter, ExportStatus],
  exports: [ExportStatus],
})
export class ExportsModule {}
