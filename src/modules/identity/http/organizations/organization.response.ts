import type { OrganizationView } from '../../projections/views.js';

export type OrganizationResponse = Readonly<OrganizationView>;

export function organizationResponse({ id, name, plan, createdAt, updatedAt }: OrganizationView): OrganizationResponse {
  return { id, name, plan, createdAt, updatedAt };
}
