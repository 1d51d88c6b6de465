import './parts/tokens.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nProvider, RouterProvider as AriaRouterProvider } from 'react-aria-components';
import { queryClient } from './api/query-client.js';
import { router } from './router.js';
import { applyTheme } from './shell/appearance.js';
import { dropNowhere } from './shell/drop-nowhere.js';

applyTheme();
dropNowhere();

const root = document.querySelector('#root');
if (root === null) throw new Error('The page has no place for the console');

createRoot(root).render(
  <StrictMode>
    <I18nProvider locale="en">
      <QueryClientProvider client={queryClient}>
        <AriaRouterProvider navigate={(href) => void router.navigate({ href })}>
          <RouterProvider router={router} />
        </AriaRouterProvider>
      </QueryClientProvider>
    </I18nProvider>
  </StrictMode>,
);
