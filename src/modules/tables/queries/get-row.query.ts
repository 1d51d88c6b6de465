import { Query } from '@nestjs/cqrs';
import type { TableAccess } from '../store/table-access.js';
import type { RowView } from './views.js';

/** `asOf`: as it was then, ISO 8601, UTC. */
export class GetRow extends Query<RowView> {
  constructor(
    readonly access: TableAccess,
    readonly rowId: string,
    readonly asOf?: string,
  ) {
    super();
  }
}
