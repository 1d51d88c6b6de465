import { Query } from '@nestjs/cqrs';
import type { TableAccess } from '../store/table-access.js';
import type { TableView } from './views.js';

export class GetTable extends Query<TableView> {
  constructor(readonly access: TableAccess) {
    super();
  }
}
