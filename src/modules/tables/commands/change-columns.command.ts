import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/clock.js';
import type { Column } from '../domain/column.js';
import { type SchemaChange, TableSchemas } from '../store/table-schemas.js';
import { Tables } from '../store/tables.js';

/** A change to the columns of a table. The decider validates the `unknown` fields. */
export type ColumnsChange =
  | { readonly type: 'add-column'; readonly column: unknown; readonly position: number | undefined }
  | { readonly type: 'change-column'; readonly name: string; readonly updates: unknown }
  | { readonly type: 'delete-column'; readonly name: string };

/** Adds, changes or deletes a column. Returns all columns after the change. */
export class ChangeColumns extends Command<readonly Column[]> {
  constructor(
    readonly change: SchemaChange,
    readonly columns: ColumnsChange,
  ) {
    super();
  }
}

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
