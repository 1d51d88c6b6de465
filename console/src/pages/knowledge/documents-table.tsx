import type { ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import type { KnowledgeDocument } from '../../api/knowledge.js';
import { Button } from '../../parts/controls/button.js';
import list from '../../parts/list/list.module.css';
import { LoadingRows } from '../../parts/list/loading-rows.js';
import { Time } from '../../parts/show/amount.js';
import { bytesText } from '../../parts/show/amounts.js';
import { DocumentState } from './document-state.js';

interface DocumentsTableProps {
  readonly documents: readonly KnowledgeDocument[];
  readonly isLoading: boolean;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly current: string | undefined;
  readonly onMore: () => void;
  readonly onLook: (id: string) => void;
}

export function DocumentsTable({ documents, isLoading, hasMore, isLoadingMore, current, onMore, onLook }: DocumentsTableProps): ReactNode {
  return (
    <div className={list['scroll']}>
      <table className={list['table']} aria-label="Documents" aria-busy={isLoading}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col" className={list['state']}>
              State
            </th>
            <th scope="col" className={`${list['number']} ${list['wide']}`}>
              Chunks
            </th>
            <th scope="col" className={`${list['number']} ${list['wide']}`}>
              Size
            </th>
            <th scope="col" className={list['when']}>
              Uploaded
            </th>
          </tr>
        </thead>
        <tbody>
          {isLoading && (
            <LoadingRows
              classes={[undefined, undefined, `${list['number']} ${list['wide']}`, `${list['number']} ${list['wide']}`, list['when']]}
            />
          )}
          {documents.map((document) => (
            <tr key={document.id} data-current={document.id === current || undefined} onClick={() => onLook(document.id)}>
              <td>
                <AriaButton className={list['open'] ?? ''} onPress={() => onLook(document.id)}>
                  <bdi>{document.filename}</bdi>
                </AriaButton>
              </td>
              <td>
                <DocumentState document={document} />
              </td>
              <td className={`${list['number']} ${list['wide']}`}>{document.chunkCount.toLocaleString('en')}</td>
              <td className={`${list['number']} ${list['wide']}`}>{bytesText(document.fileSize)}</td>
              <td className={`${list['when']} ${list['muted']}`}>
                <Time at={document.createdAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {hasMore && (
        <div className={list['more']}>
          <Button onPress={onMore} isPending={isLoadingMore}>
            Show more documents
          </Button>
        </div>
      )}
    </div>
  );
}
