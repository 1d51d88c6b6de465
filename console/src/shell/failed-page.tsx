import type { ErrorComponentProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { loadAgain } from '../parts/load-script.js';
import { Problem } from '../parts/show/problem.js';
import { Page } from './page.js';

/** Shows what went wrong in place of a page that could not be shown. A file that is gone belongs to a former version: loading again helps. */
export function FailedPage({ error }: ErrorComponentProps): ReactNode {
  return (
    <Page title="This page could not be shown">
      <Problem error={error} onRetry={() => void loadAgain()} />
    </Page>
  );
}
