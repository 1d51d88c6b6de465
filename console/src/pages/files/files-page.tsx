import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Upload } from 'lucide-react';
import type { ReactNode } from 'react';
import { FileTrigger } from 'react-aria-components';
import { filesQuery, storageQuery, uploadFile } from '../../api/files.js';
import { keys } from '../../api/keys.js';
import { useMayWrite } from '../../api/session.js';
import { Button } from '../../parts/controls/button.js';
import list from '../../parts/list/list.module.css';
import { EmptyState } from '../../parts/show/empty-state.js';
import { Problem } from '../../parts/show/problem.js';
import { DropArea } from '../../parts/upload/drop-area.js';
import { UploadList } from '../../parts/upload/upload-list.js';
import { Page } from '../../shell/page.js';
import { useUploads } from '../../uploads/use-uploads.js';
import { FileDetails } from './file-details.js';
import { FilesTable } from './files-table.js';
import { StorageNote } from './storage-note.js';

/** The files of a workspace, the newest first. */
export function FilesPage(): ReactNode {
  const { workspaceId } = useParams({ from: '/signed-in/workspace/$workspaceId/files' });
  const { file: current } = useSearch({ from: '/signed-in/workspace/$workspaceId/files' });
  const navigate = useNavigate({ from: '/workspace/$workspaceId/files' });
  const queries = useQueryClient();
  const mayWrite = useMayWrite(workspaceId);
  const found = useInfiniteQuery(filesQuery(workspaceId));
  const storage = useQuery(storageQuery);
  const uploads = useUploads(async (file, sending) => {
    await uploadFile(workspaceId, file, sending);
    void queries.invalidateQueries({ queryKey: keys.files(workspaceId) });
    void queries.invalidateQueries({ queryKey: keys.storage });
  });
  const files = found.data?.pages.flatMap(({ data }) => data.files) ?? [];
  const shown = files.find(({ id }) => id === current);
  const look = (file?: string): void => void navigate({ search: file === undefined ? {} : { file }, replace: true });
  const isEmpty = found.isSuccess && files.length === 0 && !found.hasNextPage;

  return (
    <Page title="Files" isFull actions={mayWrite && !isEmpty && <UploadButton onFiles={uploads.add} />}>
      <DropArea isDisabled={!mayWrite} onFiles={uploads.add}>
        <div className={list['bar']}>
          <span className={list['muted']}>{found.isSuccess && countText(found.data.pages[0]?.data.totalCount ?? 0)}</span>
          {mayWrite && storage.data !== undefined && <StorageNote storage={storage.data} />}
        </div>
        <UploadList uploads={uploads} />
        {found.error !== null && (
          <div className={list['above']}>
            <Problem error={found.error} onRetry={() => void found.refetch()} />
          </div>
        )}
        {isEmpty && (
          <EmptyState title="This workspace has no files" actions={mayWrite && <UploadButton onFiles={uploads.add} />}>
            <p>
              {mayWrite ? 'Drop files here. Workflows read them by their names, and write their own.' : 'Files of workflows appear here.'}
            </p>
          </EmptyState>
        )}
        {(found.isPending || files.length > 0) && (
          <div className={list['split']} data-details={shown === undefined ? undefined : true}>
            <FilesTable
              files={files}
              workspaceId={workspaceId}
              isLoading={found.isPending}
              hasMore={found.hasNextPage}
              isLoadingMore={found.isFetchingNextPage}
              current={current}
              onMore={() => void found.fetchNextPage()}
              onLook={look}
            />
            {shown !== undefined && <FileDetails key={shown.id} file={shown} workspaceId={workspaceId} onClose={() => look()} />}
          </div>
        )}
      </DropArea>
    </Page>
  );
}

function countText(count: number): string {
  return count === 1 ? '1 file' : `${count.toLocaleString('en')} files`;
}

function UploadButton({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }): ReactNode {
  return (
    <FileTrigger allowsMultiple onSelect={(files) => onFiles([...(files ?? [])])}>
      <Button look="primary">
        <Upload size={14} strokeWidth={1.5} aria-hidden />
        Upload files
      </Button>
    </FileTrigger>
  );
}
