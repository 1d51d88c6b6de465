import { defineProjection, when } from '#ledger/rows/projection.js';
import {
  OrganizationCreated,
  OrganizationMemberAdded,
  OrganizationMemberRemoved,
  OrganizationMemberRoleChanged,
  OrganizationModelPolicyChanged,
  OrganizationPlanChanged,
  OrganizationRenamed,
  OrganizationSignInPolicyChanged,
} from '../domain/organizations/organization.events.js';
import { organizationMember, organizationModel, organizationSignIn } from './organization.entity.js';

/** Which organizations are there, and who belongs to them? */
export const organizationProjection = defineProjection({
  name: 'organization',
  version: 1,
  mode: 'inline',
  models: [organizationModel, organizationMember, organizationSignIn],
  on: [
    when(OrganizationCreated, ({ streamId: id, payload, at }) => [
      organizationModel.add({ id, ...payload, modelPolicy: null, createdAt: at, updatedAt: at }),
    ]),
    when(OrganizationRenamed, ({ streamId: id, payload, at }) => [organizationModel.patch({ id, name: payload.name, updatedAt: at })]),
    when(OrganizationPlanChanged, ({ streamId: id, payload, at }) => [organizationModel.patch({ id, plan: payload.plan, updatedAt: at })]),
    when(OrganizationModelPolicyChanged, ({ streamId: id, payload, at }) => [
      organizationModel.patch({ id, modelPolicy: payload.policy, updatedAt: at }),
    ]),
    when(OrganizationSignInPolicyChanged, ({ streamId: organizationId, payload }) => [
      organizationSignIn.put({ organizationId, ...payload.policy }),
    ]),
    when(OrganizationMemberAdded, ({ streamId: organizationId, payload, at }) => [
      organizationMember.put({ organizationId, ...payload, joinedAt: at }),
    ]),
    when(OrganizationMemberRoleChanged, ({ streamId: organizationId, payload }) => [
      organizationMember.patch({ organizationId, ...payload }),
    ]),
    when(OrganizationMemberRemoved, ({ streamId: organizationId, payload }) => [organizationMember.remove({ organizationId, ...payload })]),
  ],
});
