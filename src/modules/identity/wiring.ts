import type { Wiring } from '#ledger/composition.js';
import { apiKeyAudit, apiKeyEvents } from './domain/keys/api-key.events.js';
import { organizationAudit, organizationEvents } from './domain/organizations/organization.events.js';
import { sessionAudit, sessionEvents } from './domain/sign-in/session.events.js';
import { userAudit, userEvents } from './domain/users/user.events.js';
import { workspaceAudit, workspaceEvents } from './domain/workspaces/workspace.events.js';
import { workspaceInvitationAudit, workspaceInvitationEvents } from './domain/workspaces/workspace-invitation.events.js';
import { apiKeyProjection } from './projections/api-key.projection.js';
import { organizationProjection } from './projections/organization.projection.js';
import { userAccountProjection } from './projections/user-account.projection.js';
import { userIdentityProjection } from './projections/user-identity.projection.js';
import { userSessionProjection } from './projections/user-session.projection.js';
import { workspaceProjection } from './projections/workspace.projection.js';
import { workspaceTermsProjection } from './projections/workspace-terms.projection.js';
import { apiKeySecret } from './store/api-key-secret.entity.js';
import { encryptionKeyCheck } from './store/encryption-key-check.entity.js';
import { apiKeyUse } from './store/api-key-use.entity.js';
import { sessionSecret } from './store/sign-in/session-secret.entity.js';
import { secondFactor } from './store/sign-in/second-factor.entity.js';
import { signInFailure } from './store/sign-in/sign-in-failure.entity.js';
import { signInLink } from './store/sign-in/sign-in-link.entity.js';
import { userPassword } from './store/sign-in/user-password.entity.js';
import { workspaceInvitationModel } from './store/sign-in/workspace-invitation.entity.js';
import { organizationInvitation } from './store/organization-invitation.entity.js';

export const identityWiring: Wiring = {
  events: [...organizationEvents, ...userEvents, ...workspaceEvents, ...workspaceInvitationEvents, ...apiKeyEvents, ...sessionEvents],
  projections: [
    organizationProjection,
    userAccountProjection,
    workspaceProjection,
    workspaceTermsProjection,
    apiKeyProjection,
    userSessionProjection,
    userIdentityProjection,
  ],
  tables: [
    apiKeySecret,
    apiKeyUse,
    organizationInvitation,
    encryptionKeyCheck,
    userPassword,
    sessionSecret,
    signInLink,
    signInFailure,
    secondFactor,
    workspaceInvitationModel,
  ],
  auditLines: [...organizationAudit, ...userAudit, ...workspaceAudit, ...workspaceInvitationAudit, ...apiKeyAudit, ...sessionAudit],
};
