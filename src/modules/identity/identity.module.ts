import { Module } from '@nestjs/common';
import { AddOrganizationMemberHandler } from './commands/add-organization-member.handler.js';
import { AddWorkspaceMemberHandler } from './commands/add-workspace-member.handler.js';
import { BootstrapInstanceHandler } from './commands/bootstrap-instance.handler.js';
import { ChangeApiKeyHandler } from './commands/change-api-key.handler.js';
import { ChangeOrganizationHandler } from './commands/change-organization.handler.js';
import { ChangeOrganizationMemberHandler } from './commands/change-organization-member.handler.js';
import { ChangeUserHandler } from './commands/change-user.handler.js';
import { ChangeWorkspaceHandler } from './commands/change-workspace.handler.js';
import { ChangeWorkspaceMemberHandler } from './commands/change-workspace-member.handler.js';
import { CreateOrganizationHandler } from './commands/create-organization.handler.js';
import { CreateUserHandler } from './commands/create-user.handler.js';
import { CreateWorkspaceHandler } from './commands/create-workspace.handler.js';
import { DeleteWorkspaceHandler } from './commands/delete-workspace.handler.js';
import { IssueApiKeyHandler } from './commands/issue-api-key.handler.js';
import { KeyMint } from './commands/key-mint.js';
import { LastOperator } from './commands/last-operator.js';
import { RemoveOrganizationMemberHandler } from './commands/remove-organization-member.handler.js';
import { RemoveWorkspaceMemberHandler } from './commands/remove-workspace-member.handler.js';
import { RevokeApiKeyHandler } from './commands/revoke-api-key.handler.js';
import { RotateApiKeyHandler } from './commands/rotate-api-key.handler.js';
import { ApiKeyGuard } from './http/api-key.guard.js';
import { FailedKeys } from './http/failed-keys.js';
import { OrganizationMembersController } from './http/organization-members.controller.js';
import { OrganizationsController } from './http/organizations.controller.js';
import { PersonalApiKeysController } from './http/personal-api-keys.controller.js';
import { UserApiKeysController } from './http/user-api-keys.controller.js';
import { UsersController } from './http/users.controller.js';
import { WorkspaceApiKeysController } from './http/workspace-api-keys.controller.js';
import { WorkspaceMembersController } from './http/workspace-members.controller.js';
import { WorkspacesController } from './http/workspaces.controller.js';
import { ApiKeyViews } from './queries/api-key-views.js';
import { CallerCache } from './queries/caller-cache.js';
import { DeletedWorkspaces } from './queries/deleted-workspaces.js';
import { GetOrganizationHandler } from './queries/get-organization.handler.js';
import { GetUserHandler } from './queries/get-user.handler.js';
import { GetWorkspaceHandler } from './queries/get-workspace.handler.js';
import { IdPages } from './queries/id-pages.js';
import { IdentityViews } from './queries/identity-views.js';
import { KeyLookup } from './queries/key-lookup.js';
import { ListApiKeysHandler } from './queries/list-api-keys.handler.js';
import { ListOrganizationMembersHandler } from './queries/list-organization-members.handler.js';
import { ListOrganizationsHandler } from './queries/list-organizations.handler.js';
import { ListUsersHandler } from './queries/list-users.handler.js';
import { ListWorkspaceMembersHandler } from './queries/list-workspace-members.handler.js';
import { ListWorkspacesHandler } from './queries/list-workspaces.handler.js';
import { PresentedKeys } from './queries/presented-keys.js';
import { MadeKeys } from './queries/made-keys.js';
import { OrganizationPlans } from './queries/organization-plans.js';
import { WorkspaceKeeping } from './queries/workspace-keeping.js';
import { WorkspaceSuccessors } from './queries/workspace-successors.js';
import { UserEmails } from './queries/user-emails.js';
import { WorkspaceAccounts } from './queries/workspace-accounts.js';
import { KeyUses } from './store/key-uses.js';
import { KeyValues } from './store/key-values.js';

const guard = [ApiKeyGuard, PresentedKeys, CallerCache, FailedKeys, KeyLookup, KeyUses];

const controllers = [
  WorkspacesController,
  WorkspaceMembersController,
  WorkspaceApiKeysController,
  PersonalApiKeysController,
  UserApiKeysController,
  UsersController,
  OrganizationsController,
  OrganizationMembersController,
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
  AddOrganizationMemberHandler,
  ChangeOrganizationMemberHandler,
  RemoveOrganizationMemberHandler,
  CreateUserHandler,
  ChangeUserHandler,
  IssueApiKeyHandler,
  RotateApiKeyHandler,
  ChangeApiKeyHandler,
  RevokeApiKeyHandler,
];

const queries = [
  GetOrganizationHandler,
  GetUserHandler,
  GetWorkspaceHandler,
  ListWorkspacesHandler,
  ListWorkspaceMembersHandler,
  ListOrganizationsHandler,
  ListOrganizationMembersHandler,
  ListUsersHandler,
  ListApiKeysHandler,
];

/** Who may do what: organizations, users, workspaces, API keys, and the guard that tells callers apart. */
@Module({
  controllers,
  providers: [
    ...guard,
    ...commands,
    ...queries,
    KeyMint,
    LastOperator,
    KeyValues,
    ApiKeyViews,
    MadeKeys,
    IdentityViews,
    IdPages,
    UserEmails,
    OrganizationPlans,
    WorkspaceAccounts,
    WorkspaceKeeping,
    WorkspaceSuccessors,
    DeletedWorkspaces,
  ],
  exports: [ApiKeyGuard, UserEmails, OrganizationPlans, WorkspaceAccounts, WorkspaceKeeping, DeletedWorkspaces],
})
export class IdentityModule {}
