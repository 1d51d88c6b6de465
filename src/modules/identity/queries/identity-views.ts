import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { apiKeyModel, type ApiKeyRow } from '../projections/api-key.entity.js';
import { organizationModel, type OrganizationRow } from '../projections/organization.entity.js';
import { userAccount, type UserAccountRow } from '../projections/user-account.entity.js';
import { workspaceModel, type WorkspaceRow } from '../projections/workspace.entity.js';

/** Single things as they are now. Asks no permission: that is for whoever passes them on. */
@Injectable()
export class IdentityViews {
  constructor(private readonly dataSource: DataSource) {}

  workspace(id: string): Promise<WorkspaceRow | null> {
    return this.dataSource.getRepository(workspaceModel.entity).findOneBy({ id });
  }

  organization(id: string): Promise<OrganizationRow | null> {
    return this.dataSource.getRepository(organizationModel.entity).findOneBy({ id });
  }

  async anyOrganization(): Promise<boolean> {
    return this.dataSource.getRepository(organizationModel.entity).exists();
  }

  user(id: string): Promise<UserAccountRow | null> {
    return this.dataSource.getRepository(userAccount.entity).findOneBy({ id });
  }

  userByEmail(email: string): Promise<UserAccountRow | null> {
    return this.dataSource.getRepository(userAccount.entity).findOneBy({ email });
  }

  apiKey(id: string): Promise<ApiKeyRow | null> {
    return this.dataSource.getRepository(apiKeyModel.entity).findOneBy({ id });
  }
}
