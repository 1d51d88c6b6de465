import type { ReactNode } from 'react';
import { Sections, type SectionLink } from '../../shell/sections.js';

/** The pages of the account. A new one is one line here and one route. */
const links: readonly SectionLink[] = [
  { name: 'Profile', href: '/account/profile' },
  { name: 'Security', href: '/account/security' },
  { name: 'Appearance', href: '/account/appearance' },
  { name: 'API keys', href: '/account/keys' },
];

export function AccountFrame({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  return (
    <Sections title={title} label="Account" links={links} crumbs={[<span key="account">Account</span>]}>
      {children}
    </Sections>
  );
}
