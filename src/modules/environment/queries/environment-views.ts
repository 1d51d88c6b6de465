import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { environmentVariable } from '../store/environment-variable.entity.js';
import type { VariableView } from './environment-view.js';

/** Reads environments. It does not check permissions. */
@Injectable()
export class EnvironmentViews {
  constructor(private readonly dataSource: DataSource) {}

  /** The variables in the order of their names. */
  variables(workspaceId: string): Promise<readonly VariableView[]> {
    return this.dataSource
      .getRepository(environmentVariable.entity)
      .find({ select: { name: true, updatedAt: true }, where: { workspaceId }, order: { name: 'asc' } });
  }
}
