import type { ReactNode } from 'react';
import { AccountFrame } from './account-frame.js';
import { PasswordSection } from './password-section.js';
import { SecondFactorSection } from './second-factor-section.js';
import { SessionsSection } from './sessions-section.js';

/** How a person signs in, and where they are signed in. */
export function SecurityPage(): ReactNode {
  return (
    <AccountFrame title="Security">
      <PasswordSection />
      <SecondFactorSection />
      <SessionsSection />
    </AccountFrame>
  );
}
