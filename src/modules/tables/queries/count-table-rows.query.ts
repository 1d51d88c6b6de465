import { Query } from '@nestjs/cqrs';

export interface TableUsage {
  readonly tables: number;
  readonly rows: number;
}

/** How many tables some workspaces have together, and how many rows in them. Asks nobody for permission. */
export class CountTableRows extends Query<TableUsage> {
  constructor(readonly workspaceIds: readonly string[]) {
    super();
  }
}
