import { IsIn } from 'class-validator';
import { organizationRoles, permissions, type OrganizationRole, type Permission } from '#kernel/caller.js';
import { IsEmailAddress } from './email-address.js';

/**
 * Who may do what.
 * @example {"email": "ada@example.org", "permission": "write"}
 */
export class AddWorkspaceMemberRequest {
  @IsEmailAddress()
  email!: string;

  @IsIn(permissions)
  permission!: Permission;
}

/**
 * What they may do.
 * @example {"permission": "read"}
 */
export class ChangeWorkspaceMemberRequest {
  @IsIn(permissions)
  permission!: Permission;
}

/**
 * Who becomes what.
 * @example {"email": "ada@example.org", "role": "member"}
 */
export class AddOrganizationMemberRequest {
  @IsEmailAddress()
  email!: string;

  @IsIn(organizationRoles)
  role!: OrganizationRole;
}

/**
 * What they become.
 * @example {"role": "admin"}
 */
export class ChangeOrganizationMemberRequest {
  @IsIn(organizationRoles)
  role!: OrganizationRole;
}
