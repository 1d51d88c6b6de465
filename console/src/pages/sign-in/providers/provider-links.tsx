import type { ReactNode } from 'react';
import { Button } from '../../../parts/controls/button.js';
import styles from '../sign-in.module.css';

interface ProviderLinksProps {
  readonly providers: readonly { readonly id: string; readonly name: string }[];
  /** Path of the page to show after the sign-in. */
  readonly next: string;
  /** Opens the address of the provider; absent: in the place of this page. */
  readonly onVisit?: (address: string) => void;
}

/** One way to sign in for each provider. */
export function ProviderLinks({
  providers,
  next,
  onVisit = (address) => globalThis.location.assign(address),
}: ProviderLinksProps): ReactNode {
  if (providers.length === 0) return null;
  return (
    <div className={styles['form']}>
      {providers.map(({ id, name }) => (
        // The address is one of the server, which a link of the console would look for among its pages.
        <Button key={id} isWide onPress={() => onVisit(`/auth/oidc/${id}?next=${encodeURIComponent(next)}`)}>
          Continue with {name}
        </Button>
      ))}
    </div>
  );
}
