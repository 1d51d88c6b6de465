import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { modelsHealthQuery, modelsQuery, type Model } from '../../api/models.js';
import { Time } from '../../parts/show/amount.js';
import { DataTable } from '../../parts/show/data-table.js';
import { Note, Problem } from '../../parts/show/problem.js';
import { Page } from '../../shell/page.js';
import { Section } from '../../shell/sections.js';
import { Policy } from './policy.js';
import { Providers } from './providers.js';
import styles from './models.module.css';

/** The language models of a workspace: their providers, prices and limits. */
export function ModelsPage(): ReactNode {
  const { workspaceId } = useParams({ from: '/signed-in/workspace/$workspaceId/models' });
  return (
    <Page
      title="Models"
      actions={
        <Link to="/workspace/$workspaceId/settings/usage" params={{ workspaceId }} search={{ by: 'model', days: 30 }}>
          Cost by model
        </Link>
      }
    >
      <div className={styles['page']}>
        <Health workspaceId={workspaceId} />
        <Providers key={`providers ${workspaceId}`} workspaceId={workspaceId} />
        <Models workspaceId={workspaceId} />
        <Policy key={`policy ${workspaceId}`} workspaceId={workspaceId} />
      </div>
    </Page>
  );
}

function Health({ workspaceId }: { readonly workspaceId: string }): ReactNode {
  const { data = [] } = useQuery(modelsHealthQuery(workspaceId));
  return data
    .filter(({ state }) => state !== 'closed')
    .map(({ origin, providers, failures, retryAt }) => (
      <Note key={`${origin} ${providers.join(' ')}`}>
        {providers.join(', ')}: calls are refused after {failures} failures in a row
        {retryAt !== null && (
          <>
            , until <Time at={retryAt} />
          </>
        )}
      </Note>
    ));
}

function priceText(usd: number | undefined): string {
  return usd === undefined ? '–' : `$${usd.toLocaleString('en', { maximumFractionDigits: 4 })}`;
}

function Models({ workspaceId }: { readonly workspaceId: string }): ReactNode {
  const models = useQuery(modelsQuery(workspaceId));
  const price =
    (side: 'input' | 'output') =>
    ({ prices }: Model) =>
      priceText(prices?.[side]);
  return (
    <Section title="Models" lead="Models that are known by name. Prices are in US dollars for a million tokens.">
      {models.error !== null ? (
        <Problem error={models.error} onRetry={() => void models.refetch()} />
      ) : (
        <DataTable
          label="Models"
          rows={models.data}
          idOf={({ id, provider }) => `${provider} ${id}`}
          empty="No model is known by name. Other models can be named with their provider, such as openai/name."
          columns={[
            { name: 'Model', cell: ({ name, isDefault }) => (isDefault ? `${name} (default)` : name) },
            { name: 'Provider', cell: ({ provider, source }) => (source === 'operator' ? `${provider}, of the server` : provider) },
            { name: 'Can', isMinor: true, cell: ({ capabilities }) => capabilities.join(', ') },
            { name: 'Context', look: 'number', isMinor: true, cell: ({ contextWindow }) => contextWindow?.toLocaleString('en') ?? '–' },
            { name: 'Input', look: 'number', cell: price('input') },
            { name: 'Output', look: 'number', cell: price('output') },
          ]}
        />
      )}
    </Section>
  );
}
