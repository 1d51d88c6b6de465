import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '../api/session.js';
import { Note } from '../parts/show/problem.js';

/** Organizations that the session does not reach, and what the person does about it. */
export function Demands(): ReactNode {
  const { demands } = useSession();
  return demands.map(({ id, name, demand }) => (
    <Note key={id}>
      {demand === 'second-factor' ? (
        <p>
          {name} requires a second factor. <Link to="/account/security">Turn it on</Link> to reach its workspaces.
        </p>
      ) : (
        <p>{name} does not accept passwords. Sign out, and sign in at your provider to reach its workspaces.</p>
      )}
    </Note>
  ));
}
