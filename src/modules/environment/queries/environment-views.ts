import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { select } from '#ledger/rows/select.js';
import { environmentVariable } from '../store/environment-variable.entity.js';
import type { VariableView } from './environment-view.js';

/** Reads environments. It does not check permissions. */
@Injectable()
export class EnvironmentViews {
  constructor(private readonly pool: Pool) {}

  /** The variables in the order of their names. */
  variables(workspaceId: string): Promise<readonly VariableView[]> {
    return select(this.pool, environmentVariable, { properties: ['name', 'updatedAt'], where: { workspaceId }, order: { name: 'asc' } });
  }
}
