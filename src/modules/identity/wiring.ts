import type { Wiring } from '#ledger/composition.js';
import { apiKeyAudit, apiKeyEvents } from './domain/keys/api-key.events.js';
import { organizationAudit, organizationEvents } from './domain/organizations/organization.events.js';
import { userAudit, userEvents } from './domain/users/user.events.js';
import { workspaceAudit, workspaceEvents } from './domain/workspaces/workspace.events.js';
import { apiKeyProjection } from './projections/api-key.projection.js';
import { organizationProjection } from './projections/organization.projection.js';
import { userAccountProjection } from './projections/user-account.projection.js';
import { workspaceProjection } from './projections/workspace.projection.js';
import { workspaceTermsProjection } from './projections/workspace-terms.projection.js';
import { apiKeySecret } from './store/api-key-secret.entity.js';
import { encryptionKeyCheck } from './store/encryption-key-check.entity.js';
import { apiKeyUse } from './store/api-key-use.entity.js';
import { organizationInvitation } from './store/organization-invitation.entity.js';

export const identityWiring: Wiring = {
  events: [...organizationEvents, ...userEvents, ...workspaceEvents, ...apiKeyEvents],
  projections: [organizationProjection, userAccountProjection, workspaceProjection, workspaceTermsProjection, apiKeyProjection],
  tables: [apiKeySecret, apiKeyUse, organizationInvitation, encryptionKeyCheck],
  auditLines: [...organizationAudit, ...userAudit, ...workspaceAudit, ...apiKeyAudit],
};
