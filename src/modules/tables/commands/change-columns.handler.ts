import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/clock.js';
import type { Column } from '../domain/column.js';
import { TableSchemas } from '../store/table-schemas.js';
import { Tables } from '../store/tables.js';
import { ChangeColumns } from './change-columns.command.js';

@CommandHandler(ChangeColumns)
export class ChangeColumnsHandler implements ICommandHandler<ChangeColumns> {
  constructor(
    private readonly schemas: TableSchemas,
    private readonly tables: Tables,
    private readonly clock: Clock,
  ) {}

  async execute({ change, columns }: ChangeColumns): Promise<readonly Column[]> {
    await this.schemas.change(change, { ...columns, at: this.clock.iso() });
    return (await this.tables.get(change)).columns;
  }
}
