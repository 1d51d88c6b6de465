import { useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useState, type ReactNode } from 'react';
import { documentsQuery } from '../../api/knowledge.js';
import { SearchField } from '../../parts/controls/text-field.js';
import list from '../../parts/list/list.module.css';
import { EmptyState } from '../../parts/show/empty-state.js';
import { Problem } from '../../parts/show/problem.js';
import { DropArea } from '../../parts/upload/drop-area.js';
import { UploadList } from '../../parts/upload/upload-list.js';
import type { Uploads } from '../../uploads/use-uploads.js';
import { DocumentDetails } from './document-details.js';
import { DocumentsTable } from './documents-table.js';
import styles from './knowledge.module.css';

interface DocumentsViewProps {
  readonly workspaceId: string;
  readonly baseId: string;
  readonly mayWrite: boolean;
  readonly uploads: Uploads;
  readonly switcher: ReactNode;
  readonly current: string | undefined;
  readonly onLook: (documentId?: string) => void;
}

/** The documents of a knowledge base, and the one that was chosen. */
export function DocumentsView({ workspaceId, baseId, mayWrite, uploads, switcher, current, onLook }: DocumentsViewProps): ReactNode {
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed.trim());
  const found = useInfiniteQuery(documentsQuery(workspaceId, baseId, search));
  const documents = found.data?.pages.flatMap((page) => page.documents) ?? [];
  const isEmpty = found.isSuccess && documents.length === 0;
  return (
    <DropArea isDisabled={!mayWrite} onFiles={uploads.add}>
      <div className={list['bar']}>
        {switcher}
        <div className={styles['find']}>
          <SearchField label="Find documents by name" value={typed} onChange={setTyped} />
        </div>
      </div>
      <UploadList uploads={uploads} />
      {found.error !== null && (
        <div className={list['above']}>
          <Problem error={found.error} onRetry={() => void found.refetch()} />
        </div>
      )}
      {isEmpty && (
        <EmptyState title={search === '' ? 'This knowledge base has no documents' : 'No document has this name'}>
          {search === '' && mayWrite && <p>Drop documents here: PDF, Word, Excel, CSV, HTML, Markdown, text, JSON or YAML.</p>}
        </EmptyState>
      )}
      {(found.isPending || documents.length > 0) && (
        <div className={list['split']} data-details={current === undefined ? undefined : true}>
          <DocumentsTable
            documents={documents}
            isLoading={found.isPending}
            hasMore={found.hasNextPage}
            isLoadingMore={found.isFetchingNextPage}
            current={current}
            onMore={() => void found.fetchNextPage()}
            onLook={onLook}
          />
          {current !== undefined && (
            <DocumentDetails key={current} workspaceId={workspaceId} baseId={baseId} documentId={current} onClose={() => onLook()} />
          )}
        </div>
      )}
    </DropArea>
  );
}
