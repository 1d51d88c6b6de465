import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EmptyState } from '../parts/show/empty-state.js';

export function MissingPage(): ReactNode {
  return (
    <EmptyState title="There is no such page" actions={<Link to="/">Go to the start page</Link>}>
      <p>The address may be wrong, or what it led to was deleted.</p>
    </EmptyState>
  );
}
