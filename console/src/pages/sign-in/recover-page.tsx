import type { ReactNode } from 'react';
import { api } from '../../api/client.js';
import { LinkPage } from './link-page.js';

/** Lets the person of a recovery link choose another password. */
export function RecoverPage(): ReactNode {
  return (
    <LinkPage
      title="Choose a password"
      introFor={(email) => `For ${email}`}
      remedy="An operator of this server can make another link, also with the command users recover <email> of the server."
      isNew={false}
      action="Set password and sign in"
      read={async (options) => (await api.links.getRecovery(options)).data}
      claim={(token, { password, code }) => api.links.claimRecovery({ token, password, ...(code === undefined ? {} : { code }) })}
    />
  );
}
