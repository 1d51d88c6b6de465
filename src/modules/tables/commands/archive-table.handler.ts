import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/clock.js';
import { TableSchemas } from '../store/table-schemas.js';
import { ArchiveTable } from './archive-table.command.js';

@CommandHandler(ArchiveTable)
export class ArchiveTableHandler implements ICommandHandler<ArchiveTable> {
  constructor(
    private readonly schemas: TableSchemas,
    private readonly clock: Clock,
  ) {}

  execute({ change }: ArchiveTable): Promise<void> {
    return this.schemas.change(change, { type: 'archive', at: this.clock.iso() });
  }
}
