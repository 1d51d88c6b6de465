import type { ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import type { StoredFile } from '../../api/files.js';
import { Button } from '../../parts/controls/button.js';
import list from '../../parts/list/list.module.css';
import { LoadingRows } from '../../parts/list/loading-rows.js';
import { Time } from '../../parts/show/amount.js';
import { bytesText } from '../../parts/show/amounts.js';
import { useUploaderOf } from './use-uploader-of.js';

interface FilesTableProps {
  readonly files: readonly StoredFile[];
  readonly workspaceId: string;
  readonly isLoading: boolean;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly current: string | undefined;
  readonly onMore: () => void;
  readonly onLook: (id: string) => void;
}

export function FilesTable({ files, workspaceId, isLoading, hasMore, isLoadingMore, current, onMore, onLook }: FilesTableProps): ReactNode {
  const uploaderOf = useUploaderOf(workspaceId);
  return (
    <div className={list['scroll']}>
      <table className={list['table']} aria-label="Files" aria-busy={isLoading}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col" className={list['wide']}>
              Type
            </th>
            <th scope="col" className={list['wide']}>
              Uploaded by
            </th>
            <th scope="col" className={list['number']}>
              Size
            </th>
            <th scope="col" className={list['when']}>
              Uploaded
            </th>
          </tr>
        </thead>
        <tbody>
          {isLoading && <LoadingRows classes={[undefined, list['wide'], list['wide'], list['number'], list['when']]} />}
          {files.map((file) => (
            <tr key={file.id} data-current={file.id === current || undefined} onClick={() => onLook(file.id)}>
              <td>
                <AriaButton className={list['open'] ?? ''} onPress={() => onLook(file.id)}>
                  <bdi>{file.name}</bdi>
                </AriaButton>
              </td>
              <td className={`${list['wide']} ${list['muted']}`}>{file.type}</td>
              <td className={`${list['wide']} ${list['muted']}`}>{uploaderOf(file)}</td>
              <td className={list['number']}>{bytesText(file.size)}</td>
              <td className={`${list['when']} ${list['muted']}`}>
                <Time at={file.uploadedAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {hasMore && (
        <div className={list['more']}>
          <Button onPress={onMore} isPending={isLoadingMore}>
            Show earlier files
          </Button>
        </div>
      )}
    </div>
  );
}
