import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Ellipsis, Pencil, Trash2, Upload } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { FileTrigger } from 'react-aria-components';
import { api } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import { baseQuery, uploadDocument, type KnowledgeBase } from '../../api/knowledge.js';
import { useMayWrite } from '../../api/session.js';
import { Button, IconButton } from '../../parts/controls/button.js';
import { Choice } from '../../parts/controls/choice.js';
import { Confirm } from '../../parts/overlays/dialog.js';
import { Menu } from '../../parts/overlays/menu.js';
import { Problem } from '../../parts/show/problem.js';
import { ReadProblem } from '../../parts/show/read-problem.js';
import { Page } from '../../shell/page.js';
import { useUploads, type Uploads } from '../../uploads/use-uploads.js';
import { BaseDialog } from './base-dialog.js';
import { DocumentsView } from './documents-view.js';
import { SearchBench } from './search-bench.js';

const from = '/signed-in/workspace/$workspaceId/knowledge/$knowledgeBaseId';

/** One knowledge base: its documents, and a bench on which searches are tried. */
export function KnowledgeBasePage(): ReactNode {
  const { workspaceId, knowledgeBaseId: baseId } = useParams({ from });
  const { view = 'documents', document } = useSearch({ from });
  const navigate = useNavigate({ from: '/workspace/$workspaceId/knowledge/$knowledgeBaseId' });
  const queries = useQueryClient();
  const mayWrite = useMayWrite(workspaceId);
  const base = useQuery(baseQuery(workspaceId, baseId));
  const uploads = useUploads(async (file, sending) => {
    await uploadDocument(workspaceId, baseId, file, sending);
    void queries.invalidateQueries({ queryKey: keys.knowledge(workspaceId) });
    void queries.invalidateQueries({ queryKey: keys.storage });
  });
  const look = (id?: string): void => void navigate({ search: id === undefined ? {} : { document: id }, replace: true });
  // A search may cost money, so it takes the permission to write.
  const switcher = mayWrite && (
    <Choice
      label="View"
      value={view}
      options={[
        { value: 'documents', label: 'Documents' },
        { value: 'search', label: 'Try a search' },
      ]}
      onChange={(next) => void navigate({ search: next === 'search' ? { view: next } : {} })}
    />
  );
  return (
    <Page
      title={base.data?.name ?? 'Knowledge base'}
      isFull
      crumbs={[
        <Link key="knowledge" to="/workspace/$workspaceId/knowledge" params={{ workspaceId }}>
          Knowledge
        </Link>,
      ]}
      actions={mayWrite && base.data !== undefined && <BaseActions workspaceId={workspaceId} base={base.data} uploads={uploads} />}
    >
      {base.isLoadingError ? (
        <ReadProblem
          what="knowledge base"
          list={
            <Link to="/workspace/$workspaceId/knowledge" params={{ workspaceId }}>
              Go to the knowledge bases
            </Link>
          }
          error={base.error}
          onRetry={() => void base.refetch()}
        />
      ) : view === 'search' && mayWrite ? (
        <SearchBench workspaceId={workspaceId} baseId={baseId} switcher={switcher} onLook={look} />
      ) : (
        <DocumentsView {...{ workspaceId, baseId, mayWrite, uploads, switcher }} current={document} onLook={look} />
      )}
    </Page>
  );
}

interface BaseActionsProps {
  readonly workspaceId: string;
  readonly base: KnowledgeBase;
  readonly uploads: Uploads;
}

function BaseActions({ workspaceId, base, uploads }: BaseActionsProps): ReactNode {
  const [open, setOpen] = useState<'change' | 'delete'>();
  const icon = { size: 14, strokeWidth: 1.5, 'aria-hidden': true } as const;
  const close = (): void => setOpen(undefined);
  return (
    <>
      <Menu
        label="Knowledge base"
        placement="bottom end"
        button={
          <IconButton label="Change or delete the knowledge base">
            <Ellipsis {...icon} />
          </IconButton>
        }
        entries={[
          { id: 'change', label: 'Name and description', icon: <Pencil {...icon} />, onChoose: () => setOpen('change') },
          { id: 'delete', label: 'Delete knowledge base', icon: <Trash2 {...icon} />, onChoose: () => setOpen('delete') },
        ]}
      />
      <FileTrigger allowsMultiple onSelect={(files) => uploads.add([...(files ?? [])])}>
        <Button look="primary">
          <Upload {...icon} />
          Upload documents
        </Button>
      </FileTrigger>
      {open === 'change' && <BaseDialog workspaceId={workspaceId} base={base} onDone={close} onClose={close} />}
      {open === 'delete' && <DeleteBase workspaceId={workspaceId} base={base} onClose={close} />}
    </>
  );
}

interface DeleteBaseProps {
  readonly workspaceId: string;
  readonly base: KnowledgeBase;
  readonly onClose: () => void;
}

function DeleteBase({ workspaceId, base, onClose }: DeleteBaseProps): ReactNode {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => api.knowledgeBases.delete(base.id, { workspaceId }),
    onSuccess: async () => {
      await navigate({ to: '/workspace/$workspaceId/knowledge', params: { workspaceId } });
      await queries.invalidateQueries({ queryKey: keys.knowledge(workspaceId) });
    },
  });
  return (
    <Confirm
      title={`Delete ${base.name}?`}
      consequences={[
        base.docCount === 1 ? 'Its document is deleted' : `Its ${base.docCount} documents are deleted`,
        'Workflows and agents can no longer search it',
        'It cannot be restored here',
      ]}
      action="Delete knowledge base"
      isDangerous
      isOpen
      isPending={remove.isPending}
      problem={remove.error !== null && <Problem error={remove.error} />}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  );
}
