import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { notFound } from '#kernel/errors.js';
import { isId } from '#kernel/ids.js';
import type { ReadModel } from '#ledger/rows/read-model.js';
import { select, selectOne, selectSql } from '#ledger/rows/select.js';
import { apiKeyModel, type ApiKeyRow } from '../projections/api-key.entity.js';
import { organizationModel } from '../projections/organization.entity.js';
import { userAccount } from '../projections/user-account.entity.js';
import { workspaceModel } from '../projections/workspace.entity.js';
import type { OrganizationView, UserView, WorkspaceView } from '../projections/views.js';

/** The current state of single organizations, users, workspaces and keys. Checks no permissions: callers of this class do. `get…` throws not-found. */
@Injectable()
export class IdentityViews {
  constructor(private readonly pool: Pool) {}

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
    const user = await selectOne(this.pool, userAccount, { email });
    if (user === undefined) throw notFound('User');
    return user;
  }

  getApiKey(id: string): Promise<ApiKeyRow> {
    return this.#get(apiKeyModel, id, 'API key');
  }

  async hasOrganizations(): Promise<boolean> {
    return (await select(this.pool, organizationModel, { properties: ['id'], limit: 1 })).length > 0;
  }

  async #get<View extends { readonly id: string }>(model: ReadModel<View, 'id'>, id: string, what: string): Promise<View> {
    const rows = isId(id) ? await selectSql(this.pool, model, { clauses: 'where id = $1', values: [id] }) : [];
    const [view] = rows;
    if (view === undefined) throw notFound(what);
    return view as View;
  }
}
