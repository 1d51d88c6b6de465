import { Injectable } from '@nestjs/common';
import { hasFullPowers, includesRole, type Caller } from '#kernel/caller.js';
import { forbidden } from '#kernel/errors.js';
import { PlanCatalogue } from '#kernel/plan/plan.js';
import { OrganizationPlans } from '#modules/identity/index.js';
import { AuditRows } from './audit-rows.js';

/** Decides who may read the audit log: admins and owners of an organization on an enterprise plan. */
@Injectable()
export class AuditGate {
  constructor(
    private readonly rows: AuditRows,
    private readonly organizationPlans: OrganizationPlans,
    private readonly plans: PlanCatalogue,
  ) {}

  /** The organizations in which the role of the caller allows reading the log. @throws DomainError forbidden when there is none */
  requireRole(caller: Caller): readonly string[] {
    if (!hasFullPowers(caller) || caller.limits.isOutOfScope) {
      throw forbidden('An unlimited personal API key is required');
    }
    if (caller.organizations.size === 0) throw forbidden('Not a member of any organization');
    const ids = [...caller.organizations].flatMap(([id, role]) => (includesRole(role, 'admin') ? [id] : []));
    if (ids.length === 0) throw forbidden('Organization admin or owner role required');
    return ids;
  }

  /** The organization of a workspace, also of a deleted one. @throws DomainError forbidden, the same for an absent and a foreign workspace */
  async organizationOf(caller: Caller, workspaceId: string): Promise<string> {
    this.requireRole(caller);
    const organizationId = caller.workspaces.get(workspaceId)?.organizationId ?? (await this.rows.organizationOf(workspaceId));
    const id = this.requireRoleIn(caller, organizationId);
    this.requireOpen(caller, workspaceId);
    return id;
  }

  /** @throws DomainError forbidden if the workspace refuses personal keys: only these may read the log */
  requireOpen(caller: Caller, workspaceId: string | null): void {
    if (workspaceId !== null && caller.isShutOutOf(workspaceId))
      throw forbidden('Personal API keys are disabled for this workspace', 'PERSONAL_KEYS_DISABLED');
  }

  /** @throws DomainError forbidden, the same for an absent and for a foreign organization */
  requireRoleIn(caller: Caller, organizationId: string | null): string {
    this.requireRole(caller);
    const role = organizationId === null ? undefined : caller.roleIn(organizationId);
    if (organizationId === null || role === undefined) throw forbidden();
    if (!includesRole(role, 'admin')) throw forbidden('Organization admin or owner role required');
    return organizationId;
  }

  /** @throws DomainError forbidden */
  async requireEnterprise(organizationId: string): Promise<void> {
    const plan = this.plans.of(await this.organizationPlans.of(organizationId));
    if (!plan.isEnterprise) throw forbidden('Active enterprise subscription required', 'ENTERPRISE_REQUIRED');
  }
}
