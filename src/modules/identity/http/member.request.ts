import { IsIn } from 'class-validator';
import { organizationRoles, permissions, type OrganizationRole, type Permission } from '#kernel/caller.js';
import { IsEmailAddress } from './email-address.js';

/**
 * Who may do what.
 * @example {"email": "ada@example.org", "permission": "write"}
 */
export class AddWorkspaceMemberRequest {
  /** E-mail address of the user to add. */
  @IsEmailAddress()
  email!: string;

  /** Permission of the member in the workspace. */
  @IsIn(permissions)
  permission!: Permission;
}

/**
 * What they may do.
 * @example {"permission": "read"}
 */
export class ChangeWorkspaceMemberRequest {
  /** Permission of the member in the workspace. */
  @IsIn(permissions)
  permission!: Permission;
}

/**
 * Who becomes what.
 * @example {"email": "ada@example.org", "role": "member"}
 */
export class AddOrganizationMemberRequest {
  /** E-mail address of the user to add or to invite. */
  @IsEmailAddress()
  email!: string;

  /** Role of the member in the organization. */
  @IsIn(organizationRoles)
  role!: OrganizationRole;
}

/**
 * What they become.
 * @example {"role": "admin"}
 */
export class ChangeOrganizationMemberRequest {
  /** Role of the member in the organization. */
  @IsIn(organizationRoles)
  role!: OrganizationRole;
}
