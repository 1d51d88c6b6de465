import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { chunksQuery, type DocumentDetail } from '../../api/knowledge.js';
import { Button } from '../../parts/controls/button.js';
import list from '../../parts/list/list.module.css';
import { Problem } from '../../parts/show/problem.js';
import { Skeleton } from '../../parts/show/small-parts.js';
import styles from './knowledge.module.css';

interface DocumentChunksProps {
  readonly workspaceId: string;
  readonly document: DocumentDetail;
}

/** The chunks of a document as searches find them, in the order of its text. */
export function DocumentChunks({ workspaceId, document }: DocumentChunksProps): ReactNode {
  const found = useInfiniteQuery(chunksQuery(workspaceId, document));
  const total = found.data?.pages.at(-1)?.pagination.total ?? 0;
  const chunks = found.data?.pages.flatMap((page) => page.chunks) ?? [];
  if (found.isSuccess && total === 0) return null;
  return (
    <section aria-label="Chunks">
      <h3>{total === 0 ? 'Chunks' : `Chunks, ${total.toLocaleString('en')}`}</h3>
      {found.isPending && <Skeleton width="80%" />}
      <ol className={styles['chunks']}>
        {chunks.map(({ chunkIndex, content, tokenCount }) => (
          <li key={chunkIndex}>
            <header className={styles['why']}>
              <span>Chunk {(chunkIndex + 1).toLocaleString('en')}</span>
              <span>{tokenCount === 1 ? '1 token' : `${tokenCount.toLocaleString('en')} tokens`}</span>
            </header>
            <p dir="auto">{content}</p>
          </li>
        ))}
      </ol>
      {found.error !== null && <Problem error={found.error} onRetry={() => void found.refetch()} />}
      {found.hasNextPage && (
        <div className={list['more']}>
          <Button onPress={() => void found.fetchNextPage()} isPending={found.isFetchingNextPage}>
            Show more chunks
          </Button>
        </div>
      )}
    </section>
  );
}
