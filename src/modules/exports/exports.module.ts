import { Module } from '@nestjs/common';
import { AuditModule } from '#modules/audit/index.js';
import { LogsModule } from '#modules/logs/index.js';
import { ExportFaults } from './sending/export-faults.js';
import { ExportStatus } from './sending/export-status.js';
import { Exporter } from './sending/exporter.js';
import { Feeds } from './sending/feeds.js';

/** Continuous export of logs and audit entries to consumers. */
@Module({
  imports: [AuditModule, LogsModule],
  providers: [Feeds, Exporter, ExportFaults, ExportStatus],
  exports: [ExportFaults, ExportStatus],
})
export class ExportsModule {}
