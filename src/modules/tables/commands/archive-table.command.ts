import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/clock.js';
import { type SchemaChange, TableSchemas } from '../store/table-schemas.js';

/** Archives a table. The table and its rows can no longer be read. */
export class ArchiveTable extends Command<void> {
  constructor(readonly change: SchemaChange) {
    super();
  }
}

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
