import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Pool } from 'pg';
import { select } from '#ledger/rows/select.js';
import type { Caller, OrganizationRole, Permission, SignInDemand } from '#kernel/caller.js';
import { organizationModel } from '../../projections/organization.entity.js';
import { workspaceModel } from '../../projections/workspace.entity.js';
import type { UserView } from '../../projections/views.js';
import { IdentityViews } from '../identity-views.js';

/** Who calls, and what they reach. */
export interface CallerView {
  /** The user that the caller acts as. */
  readonly user: UserView;
  /** Organizations of the user; none for a key that is limited or belongs to a workspace. */
  readonly organizations: readonly {
    /** Id of the organization. */
    readonly id: string;
    /** Name of the organization. */
    readonly name: string;
    /** Role of the user in the organization. */
    readonly role: OrganizationRole;
  }[];
  /** Workspaces that the caller reaches. */
  readonly workspaces: readonly {
    /** Id of the workspace. */
    readonly id: string;
    /** Name of the workspace. */
    readonly name: string;
    /** Id of the organization that the workspace belongs to; null if there is none. */
    readonly organizationId: string | null;
    /** What the caller may do in the workspace. */
    readonly permission: Permission;
  }[];
  /** Organizations of the user that a session does not reach until the person does what they demand; none for API keys. */
  readonly demands: readonly {
    /** Id of the organization. */
    readonly id: string;
    /** Name of the organization. */
    readonly name: string;
    /** What it demands: to sign in at a provider, or to turn on a second factor. */
    readonly demand: SignInDemand;
  }[];
}

export class GetSession extends Query<CallerView> {
  constructor(readonly caller: Caller) {
    super();
  }
}

@QueryHandler(GetSession)
export class GetSessionHandler implements IQueryHandler<GetSession> {
  constructor(
    private readonly pool: Pool,
    private readonly views: IdentityViews,
  ) {}

  async execute({ caller }: GetSession): Promise<CallerView> {
    const demands = caller.kind === 'session' ? caller.credential.demands : undefined;
    const [user, organizations, workspaces, demanding] = await Promise.all([
      this.views.getUser(caller.userId),
      select(this.pool, organizationModel, { where: { id: { in: [...caller.organizations.keys()] } }, order: { name: 'asc', id: 'asc' } }),
      select(this.pool, workspaceModel, { where: { id: { in: [...caller.workspaces.keys()] } }, order: { name: 'asc', id: 'asc' } }),
      select(this.pool, organizationModel, { where: { id: { in: [...(demands?.keys() ?? [])] } }, order: { name: 'asc', id: 'asc' } }),
    ]);
    return {
      user,
      organizations: organizations.flatMap(({ id, name }) => {
        const role = caller.roleIn(id);
        return role === undefined ? [] : [{ id, name, role }];
      }),
      workspaces: workspaces.flatMap(({ id, name, organizationId }) => {
        const permission = caller.permissionIn(id);
        return permission === undefined ? [] : [{ id, name, organizationId, permission }];
      }),
      demands: demanding.flatMap(({ id, name }) => {
        const demand = demands?.get(id);
        return demand === undefined ? [] : [{ id, name, demand }];
      }),
    };
  }
}
