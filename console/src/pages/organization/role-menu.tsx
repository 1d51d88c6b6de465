import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import type { OrganizationRole } from '../../api/organization.js';
import { Button } from '../../parts/controls/button.js';
import { Menu } from '../../parts/overlays/menu.js';

/** What people may do, by role. */
export const roles: readonly { readonly value: OrganizationRole; readonly label: string; readonly meaning: string }[] = [
  { value: 'member', label: 'Member', meaning: 'Works in workspaces that they are added to.' },
  { value: 'admin', label: 'Admin', meaning: 'Also creates workspaces, and is an admin of all of them.' },
  { value: 'owner', label: 'Owner', meaning: 'Also manages the members of the organization.' },
];

interface RoleMenuProps {
  readonly label: string;
  readonly value: OrganizationRole;
  readonly onChange: (role: OrganizationRole) => void;
}

export function RoleMenu({ label, value, onChange }: RoleMenuProps): ReactNode {
  const current = roles.find((each) => each.value === value)?.label ?? value;
  return (
    <Menu
      label={label}
      button={
        <Button look="quiet" aria-label={`${label}: ${current}`}>
          {current}
          <ChevronDown size={12} strokeWidth={1.5} aria-hidden />
        </Button>
      }
      entries={roles.map((each) => ({
        id: each.value,
        label: each.label,
        isSelected: each.value === value,
        onChoose: () => each.value !== value && onChange(each.value),
      }))}
    />
  );
}
