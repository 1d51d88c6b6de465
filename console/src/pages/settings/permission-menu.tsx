import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Permission } from '../../api/workspace.js';
import { Button } from '../../parts/controls/button.js';
import { Menu } from '../../parts/overlays/menu.js';

/** What people may do, by permission. */
export const permissions: readonly { readonly value: Permission; readonly label: string; readonly meaning: string }[] = [
  { value: 'read', label: 'Read', meaning: 'Sees workflows, runs and data.' },
  { value: 'write', label: 'Write', meaning: 'Also runs and changes workflows and data.' },
  { value: 'admin', label: 'Admin', meaning: 'Also manages members, keys and variables.' },
];

interface PermissionMenuProps {
  readonly label: string;
  readonly value: Permission;
  readonly onChange: (permission: Permission) => void;
}

export function PermissionMenu({ label, value, onChange }: PermissionMenuProps): ReactNode {
  const current = permissions.find((each) => each.value === value)?.label ?? value;
  return (
    <Menu
      label={label}
      button={
        <Button look="quiet" aria-label={`${label}: ${current}`}>
          {current}
          <ChevronDown size={12} strokeWidth={1.5} aria-hidden />
        </Button>
      }
      entries={permissions.map((each) => ({
        id: each.value,
        label: each.label,
        isSelected: each.value === value,
        onChoose: () => each.value !== value && onChange(each.value),
      }))}
    />
  );
}
