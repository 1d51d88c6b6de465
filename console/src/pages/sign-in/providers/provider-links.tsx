import type { ReactNode } from 'react';
import { Button } from '../../../parts/controls/button.js';
import styles from '../sign-in.module.css';

interface ProviderLinksProps {
  readonly providers: readonly { readonly id: string; readonly name: string }[];
  /** Path of the page to show after the sign-in. */
  readonly next: string;
}

/** One way to sign in for each provider. */
export function ProviderLinks({ providers, next }: ProviderLinksProps): ReactNode {
  if (providers.length === 0) return null;
  return (
    <div className={styles['form']}>
      {providers.map(({ id, name }) => (
        // The address is one of the server, which a link of the console would look for among its pages.
        <Button key={id} isWide onPress={() => globalThis.location.assign(`/auth/oidc/${id}?next=${encodeURIComponent(next)}`)}>
          Continue with {name}
        </Button>
      ))}
    </div>
  );
}
