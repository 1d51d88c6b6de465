import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { apiKeyModel } from '../projections/api-key.entity.js';
import { organizationModel } from '../projections/organization.entity.js';
import { userAccount } from '../projections/user-account.entity.js';
import { workspaceModel } from '../projections/workspace.entity.js';
import type { ApiKeyView, OrganizationView, UserView, WorkspaceView } from './views.js';

/** Single things as they are now. Asks no permission: that is for whoever passes them on. */
@Injectable()
export class IdentityViews {
  constructor(private readonly dataSource: DataSource) {}

  workspace(id: string): Promise<WorkspaceView | null> {
    return this.dataSource.getRepository(workspaceModel.entity).findOneBy({ id });
  }

  organization(id: string): Promise<OrganizationView | null> {
    return this.dataSource.getRepository(organizationModel.entity).findOneBy({ id });
  }

  async anyOrganization(): Promise<boolean> {
    return this.dataSource.getRepository(organizationModel.entity).exists();
  }

  user(id: string): Promise<UserView | null> {
    return this.dataSource.getRepository(userAccount.entity).findOneBy({ id });
  }

  userByEmail(email: string): Promise<UserView | null> {
    return this.dataSource.getRepository(userAccount.entity).findOneBy({ email });
  }

  apiKey(id: string): Promise<ApiKeyView | null> {
    return this.dataSource.getRepository(apiKeyModel.entity).findOneBy({ id });
  }
}
