import type { ReactNode } from 'react';
import { api } from '../../api/client.js';
import { LinkPage } from './link-page.js';

/** Makes the account of the first person of an installation. */
export function SetupPage(): ReactNode {
  return (
    <LinkPage
      title="Set up Sluice"
      introFor={() => 'You become the operator of this server.'}
      remedy="The server prints another link when it starts, and its command setup-link makes one at any time."
      isNew
      action="Create account"
      read={async (options) => (await api.links.getSetup(options)).data}
      claim={(token, person) => api.links.claimSetup({ token, ...person })}
    />
  );
}
