import { IsIn } from 'class-validator';
import { organizationRoles, permissions, type OrganizationRole, type Permission } from '#kernel/caller.js';
import { IsEmailAddress } from './email-address.js';

export class AddWorkspaceMemberRequest {
  @IsEmailAddress()
  email!: string;

  @IsIn(permissions)
  permission!: Permission;
}

export class ChangeWorkspaceMemberRequest {
  @IsIn(permissions)
  permission!: Permission;
}

export class AddOrganizationMemberRequest {
  @IsEmailAddress()
  email!: string;

  @IsIn(organizationRoles)
  role!: OrganizationRole;
}

export class ChangeOrganizationMemberRequest {
  @IsIn(organizationRoles)
  role!: OrganizationRole;
}
