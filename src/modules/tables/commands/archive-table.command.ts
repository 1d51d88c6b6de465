import { Command } from '@nestjs/cqrs';
import type { SchemaChange } from '../store/table-schemas.js';

/** It is no longer found, and neither are its rows. */
export class ArchiveTable extends Command<void> {
  constructor(readonly change: SchemaChange) {
    super();
  }
}
