import { Module } from '@nestjs/common';
import { AddOrganizationMemberHandler } from './commands/organizations/add-organization-member.command.js';
import { AnswerInvitationHandler } from './commands/organizations/answer-invitation.command.js';
import { WithdrawInvitationHandler } from './commands/organizations/withdraw-invitation.command.js';
import { AcceptInvitation } from './commands/invitations/accept-invitation.js';
import { InviteToWorkspaceHandler } from './commands/workspaces/invite-to-workspace.command.js';
import { JoinByInvitationHandler } from './commands/invitations/join-by-invitation.command.js';
import { NewOrganizationInvitation } from './commands/organizations/new-organization-invitation.js';
import { InviteToOrganizationHandler } from './commands/organizations/invite-to-organization.command.js';
import { InvitationLinks } from './queries/sign-in/invitation-links.js';
import { WithdrawWorkspaceInvitationHandler } from './commands/workspaces/withdraw-workspace-invitation.command.js';
import { ClaimInvitationHandler } from './commands/invitations/claim-invitation.command.js';
import { AddWorkspaceMemberHandler } from './commands/workspaces/add-workspace-member.command.js';
import { BootstrapInstanceHandler } from './commands/users/bootstrap-instance.command.js';
import { ChangeApiKeyHandler } from './commands/keys/change-api-key.command.js';
import { ChangeSignInPolicyHandler } from './commands/organizations/change-sign-in-policy.command.js';
import { ChangeOrganizationHandler } from './commands/organizations/change-organization.command.js';
import { ChangeOrganizationMemberHandler } from './commands/organizations/change-organization-member.command.js';
import { ChangeUserHandler } from './commands/users/change-user.command.js';
import { ChangeWorkspaceHandler } from './commands/workspaces/change-workspace.command.js';
import { ChangeWorkspaceMemberHandler } from './commands/workspaces/change-workspace-member.command.js';
import { CreateOrganizationHandler } from './commands/organizations/create-organization.command.js';
import { CreateUserHandler } from './commands/users/create-user.command.js';
import { CreateWorkspaceHandler } from './commands/workspaces/create-workspace.command.js';
import { DeleteWorkspaceHandler } from './commands/workspaces/delete-workspace.command.js';
import { IssueApiKeyHandler } from './commands/keys/issue-api-key.command.js';
import { KeyMint } from './commands/keys/key-mint.js';
import { AddressOwners } from './commands/users/address-owners.js';
import { LastOperator } from './commands/users/last-operator.js';
import { RemoveOrganizationMemberHandler } from './commands/organizations/remove-organization-member.command.js';
import { RemoveWorkspaceMemberHandler } from './commands/workspaces/remove-workspace-member.command.js';
import { RevokeApiKeyHandler } from './commands/keys/revoke-api-key.command.js';
import { RotateApiKeyHandler } from './commands/keys/rotate-api-key.command.js';
import { ApiKeyGuard } from './gate/api-key.guard.js';
import { AdmittedStreams } from './gate/streams/admitted-streams.js';
import { FailedKeys } from './gate/keys/failed-keys.js';
import { InvitationsController } from './http/organizations/invitations.controller.js';
import { OrganizationInvitationsController } from './http/organizations/organization-invitations.controller.js';
import { SignInPolicyController } from './http/organizations/sign-in-policy.controller.js';
import { OrganizationMembersController } from './http/organizations/organization-members.controller.js';
import { OrganizationsController } from './http/organizations/organizations.controller.js';
import { UserApiKeysController } from './http/keys/user-api-keys.controller.js';
import { ChangeOwnUserHandler } from './commands/users/change-own-user.command.js';
import { OwnUserController } from './http/users/own-user.controller.js';
import { UsersController } from './http/users/users.controller.js';
import { WorkspaceApiKeysController } from './http/keys/workspace-api-keys.controller.js';
import { WorkspaceMembersController } from './http/workspaces/workspace-members.controller.js';
import { WorkspaceInvitationsController } from './http/workspaces/workspace-invitations.controller.js';
import { WorkspacesController } from './http/workspaces/workspaces.controller.js';
import { ApiKeyViews } from './queries/keys/api-key-views.js';
import { CallerCache } from './gate/keys/caller-cache.js';
import { DeletedWorkspaces } from './queries/workspaces/deleted-workspaces.js';
import { GetSignInPolicyHandler } from './queries/organizations/get-sign-in-policy.query.js';
import { GetOrganizationHandler } from './queries/organizations/get-organization.query.js';
import { GetUserHandler } from './queries/users/get-user.query.js';
import { GetWorkspaceHandler } from './queries/workspaces/get-workspace.query.js';
import { IdPages } from './queries/id-pages.js';
import { IdentityViews } from './queries/identity-views.js';
import { RouteDoors } from './gate/route-doors.js';
import { KeyLookup } from './gate/keys/key-lookup.js';
import { Invitations } from './queries/organizations/invitations.js';
import { ListInvitationsHandler } from './queries/organizations/list-invitations.query.js';
import { ListApiKeysHandler } from './queries/keys/list-api-keys.query.js';
import { ListOrganizationMembersHandler } from './queries/organizations/list-organization-members.query.js';
import { ListOrganizationsHandler } from './queries/organizations/list-organizations.query.js';
import { ListUsersHandler } from './queries/users/list-users.query.js';
import { ListWorkspaceMembersHandler } from './queries/workspaces/list-workspace-members.query.js';
import { ListWorkspacesHandler } from './queries/workspaces/list-workspaces.query.js';
import { PresentedKeys } from './gate/keys/presented-keys.js';
import { MadeKeys } from './queries/keys/made-keys.js';
import { OrganizationPlans } from './queries/organizations/organization-plans.js';
import { WorkspaceKeeping } from './queries/workspaces/workspace-keeping.js';
import { WorkspaceSuccessors } from './queries/workspaces/workspace-successors.js';
import { OperatorKeys } from './queries/users/operator-keys.js';
import { UserEmails } from './queries/users/user-emails.js';
import { UserNames } from './queries/users/user-names.js';
import { WorkspaceModelPolicies } from './queries/workspaces/workspace-model-policies.js';
import { MemberCallers } from './queries/workspaces/member-callers.js';
import { WorkspaceAccounts } from './queries/workspaces/workspace-accounts.js';
import { SessionGate } from './gate/sessions/session-gate.js';
import { SessionCookie } from './gate/sessions/session-cookie.js';
import { SessionLookup } from './gate/sessions/session-lookup.js';
import { SessionUses } from './store/sign-in/session-uses.js';
import { SignInFailures } from './store/sign-in/sign-in-failures.js';
import { OutdatedHashes } from './store/sign-in/outdated-hashes.js';
import { SignInUpkeep } from './store/sign-in/sign-in-upkeep.js';
import { SignInVisitors } from './http/sign-in/sign-in-visitors.js';
import { SessionController } from './http/sign-in/session.controller.js';
import { LinksController } from './http/sign-in/links.controller.js';
import { InvitationLinksController } from './http/sign-in/invitation-links.controller.js';
import { SignInWaysController } from './http/sign-in/sign-in-ways.controller.js';
import { UserSessionsController } from './http/sign-in/user-sessions.controller.js';
import { Passwords } from './queries/sign-in/passwords.js';
import { Sessions } from './queries/sign-in/sessions.js';
import { SignInLinks } from './queries/sign-in/sign-in-links.js';
import { GetSessionHandler } from './queries/sign-in/get-session.query.js';
import { ListSessionsHandler } from './queries/sign-in/list-sessions.query.js';
import { GetInvitationLinkHandler } from './queries/sign-in/get-invitation-link.query.js';
import { ListWorkspaceInvitationsHandler } from './queries/workspaces/list-workspace-invitations.query.js';
import { WorkspaceInvitations } from './queries/workspaces/workspace-invitations.js';
import { FirstPerson } from './queries/sign-in/first-person.js';
import { GetSignInWaysHandler } from './queries/sign-in/get-sign-in-ways.query.js';
import { GetLinkHandler } from './queries/sign-in/get-link.query.js';
import { PasswordHashes } from './commands/sign-in/password-hashes.js';
import { CheckPassword } from './commands/sign-in/check-password.js';
import { SetPassword } from './commands/sign-in/set-password.js';
import { NewSession } from './commands/sign-in/new-session.js';
import { SignInHandler } from './commands/sign-in/sign-in.command.js';
import { ClaimLinkHandler } from './commands/sign-in/claim-link.command.js';
import { MakeSetupLinkHandler } from './commands/sign-in/make-setup-link.command.js';
import { NewLink } from './commands/sign-in/new-link.js';
import { MakeRecoveryLinkHandler } from './commands/sign-in/make-recovery-link.command.js';
import { ConfirmSessionHandler } from './commands/sign-in/confirm-session.command.js';
import { ChangePasswordHandler } from './commands/sign-in/change-password.command.js';
import { BeginSecondFactorHandler } from './commands/second-factor/begin-second-factor.command.js';
import { CheckSecondFactor } from './commands/second-factor/check-second-factor.js';
import { EnableSecondFactorHandler } from './commands/second-factor/enable-second-factor.command.js';
import { RemoveSecondFactorHandler } from './commands/second-factor/remove-second-factor.command.js';
import { ReplaceRecoveryCodesHandler } from './commands/second-factor/replace-recovery-codes.command.js';
import { GetSecondFactorHandler } from './queries/sign-in/get-second-factor.query.js';
import { SecondFactorController } from './http/sign-in/second-factor.controller.js';
import { SecondFactors } from './store/sign-in/second-factors.js';
import { BeginAtProviderHandler } from './commands/oidc/begin-at-provider.command.js';
import { ConfirmByProviderHandler } from './commands/oidc/confirm-by-provider.command.js';
import { LinkIdentityHandler } from './commands/oidc/link-identity.command.js';
import { OidcConnections } from './commands/oidc/oidc-connections.js';
import { OidcExchange } from './commands/oidc/oidc-exchange.js';
import { SignInByProviderHandler } from './commands/oidc/sign-in-by-provider.command.js';
import { UnlinkIdentityHandler } from './commands/oidc/unlink-identity.command.js';
import { PasswordPolicy } from './commands/sign-in/password-policy.js';
import { AttemptCookie } from './http/oidc/attempt-cookie.js';
import { IdentitiesController } from './http/oidc/identities.controller.js';
import { OidcController } from './http/oidc/oidc.controller.js';
import { ProviderVisits } from './http/oidc/provider-visits.js';
import { Identities } from './queries/oidc/identities.js';
import { ListIdentitiesHandler } from './queries/oidc/list-identities.query.js';
import { EndSessionsHandler } from './commands/sign-in/end-sessions.command.js';
import { KeyUses } from './store/key-uses.js';
import { KeyValues } from './store/key-values.js';

const guard = [
  ApiKeyGuard,
  AdmittedStreams,
  RouteDoors,
  PresentedKeys,
  CallerCache,
  FailedKeys,
  KeyLookup,
  KeyUses,
  SessionGate,
  SessionCookie,
  SessionLookup,
  SessionUses,
];

const signIn = [
  SignInVisitors,
  Passwords,
  PasswordHashes,
  CheckPassword,
  SetPassword,
  NewSession,
  NewLink,
  WorkspaceInvitations,
  AcceptInvitation,
  InvitationLinks,
  NewOrganizationInvitation,
  FirstPerson,
  Sessions,
  SignInLinks,
  SignInFailures,
  SignInUpkeep,
  SecondFactors,
  CheckSecondFactor,
  OutdatedHashes,
  PasswordPolicy,
  OidcConnections,
  OidcExchange,
  AttemptCookie,
  ProviderVisits,
  Identities,
];

const controllers = [
  WorkspacesController,
  WorkspaceMembersController,
  WorkspaceApiKeysController,

  UserApiKeysController,
  // Before the routes of `users/{id}`, which would take `me` for an id.
  OwnUserController,
  UsersController,
  OrganizationsController,
  OrganizationMembersController,
  OrganizationInvitationsController,
  SignInPolicyController,
  InvitationsController,
  SessionController,
  LinksController,
  UserSessionsController,
  SecondFactorController,
  OidcController,
  IdentitiesController,
  SignInWaysController,
  InvitationLinksController,
  WorkspaceInvitationsController,
];

const commands = [
  BootstrapInstanceHandler,
  CreateWorkspaceHandler,
  ChangeWorkspaceHandler,
  DeleteWorkspaceHandler,
  AddWorkspaceMemberHandler,
  ChangeWorkspaceMemberHandler,
  RemoveWorkspaceMemberHandler,
  CreateOrganizationHandler,
  ChangeOrganizationHandler,
  ChangeSignInPolicyHandler,
  AddOrganizationMemberHandler,
  AnswerInvitationHandler,
  WithdrawInvitationHandler,
  ChangeOrganizationMemberHandler,
  RemoveOrganizationMemberHandler,
  CreateUserHandler,
  ChangeUserHandler,
  ChangeOwnUserHandler,
  IssueApiKeyHandler,
  RotateApiKeyHandler,
  ChangeApiKeyHandler,
  RevokeApiKeyHandler,
  SignInHandler,
  ClaimLinkHandler,
  MakeRecoveryLinkHandler,
  MakeSetupLinkHandler,
  InviteToWorkspaceHandler,
  WithdrawWorkspaceInvitationHandler,
  JoinByInvitationHandler,
  InviteToOrganizationHandler,
  ClaimInvitationHandler,
  ConfirmSessionHandler,
  ChangePasswordHandler,
  EndSessionsHandler,
  BeginSecondFactorHandler,
  EnableSecondFactorHandler,
  RemoveSecondFactorHandler,
  ReplaceRecoveryCodesHandler,
  BeginAtProviderHandler,
  SignInByProviderHandler,
  LinkIdentityHandler,
  UnlinkIdentityHandler,
  ConfirmByProviderHandler,
];

const queries = [
  GetOrganizationHandler,
  GetSignInPolicyHandler,
  GetUserHandler,
  GetWorkspaceHandler,
  ListWorkspacesHandler,
  ListWorkspaceMembersHandler,
  ListOrganizationsHandler,
  ListOrganizationMembersHandler,
  ListUsersHandler,
  ListApiKeysHandler,
  ListInvitationsHandler,
  GetSessionHandler,
  ListSessionsHandler,
  GetLinkHandler,
  GetSecondFactorHandler,
  GetSignInWaysHandler,
  GetInvitationLinkHandler,
  ListIdentitiesHandler,
  ListWorkspaceInvitationsHandler,
];

/** Who may do what: organizations, users, workspaces, API keys, and the guard that tells callers apart. */
@Module({
  controllers,
  providers: [
    ...guard,
    ...signIn,
    ...commands,
    ...queries,
    KeyMint,
    LastOperator,
    KeyValues,
    ApiKeyViews,
    MadeKeys,
    IdentityViews,
    IdPages,
    Invitations,
    OperatorKeys,
    UserEmails,
    AddressOwners,
    UserNames,
    OrganizationPlans,
    WorkspaceAccounts,
    MemberCallers,
    WorkspaceModelPolicies,
    WorkspaceKeeping,
    WorkspaceSuccessors,
    DeletedWorkspaces,
  ],
  exports: [
    ApiKeyGuard,
    AdmittedStreams,
    RouteDoors,
    SessionCookie,
    ProviderVisits,
    AddressOwners,
    UserEmails,
    UserNames,
    OrganizationPlans,
    WorkspaceAccounts,
    MemberCallers,
    WorkspaceModelPolicies,
    WorkspaceKeeping,
    DeletedWorkspaces,
  ],
})
export class IdentityModule {}
