import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { notFound } from '#kernel/errors.js';
import { isId } from '#kernel/ids.js';
import type { ReadModel } from '#ledger/rows/read-model.js';
import { apiKeyModel, type ApiKeyRow } from '../projections/api-key.entity.js';
import { organizationModel } from '../projections/organization.entity.js';
import { userAccount } from '../projections/user-account.entity.js';
import { workspaceModel } from '../projections/workspace.entity.js';
import type { OrganizationView, UserView, WorkspaceView } from '../projections/views.js';

/** The current state of single organizations, users, workspaces and keys. Checks no permissions: callers of this class do. `get…` throws not-found. */
@Injectable()
export class IdentityViews {
  constructor(private readonly dataSource: DataSource) {}

  getWorkspace(id: string): Promise<WorkspaceView> {
    return this.#get(workspaceModel, id, 'Workspace');
  }

  getOrganization(id: string): Promise<OrganizationView> {
    return this.#get(organizationModel, id, 'Organization');
  }

  getUser(id: string): Promise<UserView> {
    return this.#get(userAccount, id, 'User');
  }

  async getUserByEmail(email: string): Promise<UserView> {
    const user = await this.dataSource.getRepository(userAccount.entity).findOneBy({ email });
    if (user === null) throw notFound('User');
    return user;
  }

  getApiKey(id: string): Promise<ApiKeyRow> {
    return this.#get(apiKeyModel, id, 'API key');
  }

  hasOrganizations(): Promise<boolean> {
    return this.dataSource.getRepository(organizationModel.entity).exists();
  }

  async #get<View extends { readonly id: string }>(model: ReadModel<View, 'id'>, id: string, what: string): Promise<View> {
    const view = isId(id) ? await this.dataSource.getRepository<{ readonly id: string }>(model.table).findOneBy({ id }) : null;
    if (view === null) throw notFound(what);
    return view as View;
  }
}
