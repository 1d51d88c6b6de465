import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { basesQuery, type KnowledgeBase } from '../../api/knowledge.js';
import { useMayWrite } from '../../api/session.js';
import { Button } from '../../parts/controls/button.js';
import list from '../../parts/list/list.module.css';
import { LoadingRows } from '../../parts/list/loading-rows.js';
import { Time } from '../../parts/show/amount.js';
import { EmptyState } from '../../parts/show/empty-state.js';
import { Problem } from '../../parts/show/problem.js';
import { Page } from '../../shell/page.js';
import { BaseDialog } from './base-dialog.js';

/** The knowledge bases of a workspace. */
export function KnowledgePage(): ReactNode {
  const { workspaceId } = useParams({ from: '/signed-in/workspace/$workspaceId/knowledge' });
  const [isCreating, setIsCreating] = useState(false);
  const navigate = useNavigate();
  const mayWrite = useMayWrite(workspaceId);
  const { data: bases, error, isPending, refetch } = useQuery(basesQuery(workspaceId));
  const isEmpty = bases?.length === 0;
  const create = mayWrite && (
    <Button look="primary" onPress={() => setIsCreating(true)}>
      <Plus size={14} strokeWidth={1.5} aria-hidden />
      New knowledge base
    </Button>
  );
  return (
    <Page title="Knowledge" isFull actions={!isEmpty && create}>
      <div className={list['frame']}>
        {error !== null && (
          <div className={list['above']}>
            <Problem error={error} onRetry={() => void refetch()} />
          </div>
        )}
        {isEmpty && (
          <EmptyState title="This workspace has no knowledge base" actions={create}>
            <p>Workflows and agents search the documents of a knowledge base.</p>
          </EmptyState>
        )}
        {!isEmpty && error === null && <BasesTable bases={bases ?? []} isLoading={isPending} workspaceId={workspaceId} />}
      </div>
      {isCreating && (
        <BaseDialog
          workspaceId={workspaceId}
          onClose={() => setIsCreating(false)}
          onDone={({ id }) =>
            void navigate({ to: '/workspace/$workspaceId/knowledge/$knowledgeBaseId', params: { workspaceId, knowledgeBaseId: id } })
          }
        />
      )}
    </Page>
  );
}

interface BasesTableProps {
  readonly bases: readonly KnowledgeBase[];
  readonly isLoading: boolean;
  readonly workspaceId: string;
}

function BasesTable({ bases, isLoading, workspaceId }: BasesTableProps): ReactNode {
  return (
    <div className={list['scroll']}>
      <table className={list['table']} aria-label="Knowledge bases" aria-busy={isLoading}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col" className={list['wide']}>
              Embeddings
            </th>
            <th scope="col" className={list['number']}>
              Documents
            </th>
            <th scope="col" className={`${list['number']} ${list['wide']}`}>
              Tokens
            </th>
            <th scope="col" className={list['when']}>
              Changed
            </th>
          </tr>
        </thead>
        <tbody>
          {isLoading && (
            <LoadingRows classes={[undefined, list['wide'], list['number'], `${list['number']} ${list['wide']}`, list['when']]} />
          )}
          {bases.map(({ id, name, embeddingModel, docCount, tokenCount, updatedAt }) => (
            <tr key={id}>
              <td>
                <Link
                  className={list['open'] ?? ''}
                  to="/workspace/$workspaceId/knowledge/$knowledgeBaseId"
                  params={{ workspaceId, knowledgeBaseId: id }}
                >
                  <bdi>{name}</bdi>
                </Link>
              </td>
              <td className={`${list['wide']} ${list['muted']}`}>
                {embeddingModel === 'full-text' ? 'None, found by words' : embeddingModel}
              </td>
              <td className={list['number']}>{docCount.toLocaleString('en')}</td>
              <td className={`${list['number']} ${list['wide']}`}>{tokenCount.toLocaleString('en')}</td>
              <td className={`${list['when']} ${list['muted']}`}>
                <Time at={updatedAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
