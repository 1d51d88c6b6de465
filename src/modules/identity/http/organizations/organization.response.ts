import type { OrganizationView } from '../../projections/views.js';

export type OrganizationResponse = Readonly<OrganizationView>;

export function organizationResponse({ id, name, plan, modelPolicy, createdAt, updatedAt }: OrganizationView): OrganizationResponse {
  return { id, name, plan, modelPolicy, createdAt, updatedAt };
}
