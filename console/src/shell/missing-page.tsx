import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EmptyState } from '../parts/show/empty-state.js';
import { Page } from './page.js';

/** Outside of the shell. */
export function MissingPage(): ReactNode {
  return (
    <main>
      <Nothing isAlone />
    </main>
  );
}

/** Among the pages of a workspace. */
export function MissingWorkspacePage(): ReactNode {
  return (
    <Page title="Not found">
      <Nothing />
    </Page>
  );
}

function Nothing({ isAlone = false }: { readonly isAlone?: boolean }): ReactNode {
  return (
    <EmptyState title="There is no such page" isAlone={isAlone} actions={<Link to="/">Go to the start page</Link>}>
      <p>The address may be wrong, or what it led to was deleted.</p>
    </EmptyState>
  );
}
