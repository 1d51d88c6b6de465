import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { environmentVariable } from '../store/environment-variable.entity.js';
import type { VariableView } from './environment-view.js';

/** What is in an environment. Asks no permission: that is for whoever passes it on. */
@Injectable()
export class EnvironmentViews {
  constructor(private readonly dataSource: DataSource) {}

  /** By name. */
  variables(workspaceId: string): Promise<readonly VariableView[]> {
    return this.dataSource
      .getRepository(environmentVariable.entity)
      .find({ select: { name: true, updatedAt: true }, where: { workspaceId }, order: { name: 'asc' } });
  }
}
