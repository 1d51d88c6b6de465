import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { RotateCw, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { api } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import { documentQuery, type DocumentDetail } from '../../api/knowledge.js';
import { useMayWrite } from '../../api/session.js';
import { Button } from '../../parts/controls/button.js';
import { Checkbox } from '../../parts/controls/checkbox.js';
import { TextField } from '../../parts/controls/text-field.js';
import { Details } from '../../parts/list/details.js';
import list from '../../parts/list/list.module.css';
import { Confirm } from '../../parts/overlays/dialog.js';
import { exactTime } from '../../parts/show/amount.js';
import { bytesText } from '../../parts/show/amounts.js';
import { Problem } from '../../parts/show/problem.js';
import { Facts, Skeleton } from '../../parts/show/small-parts.js';
import { DocumentChunks } from './document-chunks.js';
import { DocumentState } from './document-state.js';
import { tagLines, tagsFrom } from './tag-lines.js';
import styles from './knowledge.module.css';

interface DocumentDetailsProps {
  readonly workspaceId: string;
  readonly baseId: string;
  readonly documentId: string;
  readonly onClose: () => void;
}

/** One document: how its processing goes, its tags, and what can be done with it. */
export function DocumentDetails({ workspaceId, baseId, documentId, onClose }: DocumentDetailsProps): ReactNode {
  const mayWrite = useMayWrite(workspaceId);
  const { data: document, error, refetch } = useQuery(documentQuery(workspaceId, baseId, documentId));
  return (
    <Details kind="Document" title={document?.filename ?? 'Document'} onClose={onClose}>
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {document === undefined && error === null && <Skeleton width="80%" />}
      {document !== undefined && (
        <>
          {mayWrite && <DocumentActions workspaceId={workspaceId} document={document} onDeleted={onClose} />}
          <Processing document={document} />
          <Facts
            facts={[
              ['Size', bytesText(document.fileSize)],
              ['Type', <code key="type">{document.mimeType}</code>],
              ['Text', `${document.characterCount.toLocaleString('en')} characters, ${document.tokenCount.toLocaleString('en')} tokens`],
              ['Chunks', document.chunkCount.toLocaleString('en')],
              ['Embeddings', document.embeddingModel ?? 'None, found by words'],
              ['Uploaded', exactTime(document.createdAt)],
              ['Id', <code key="id">{document.id}</code>],
            ]}
          />
          <DocumentTags key={tagLines(document.tags)} workspaceId={workspaceId} document={document} mayWrite={mayWrite} />
          <DocumentChunks workspaceId={workspaceId} document={document} />
        </>
      )}
    </Details>
  );
}

function Processing({ document }: { readonly document: DocumentDetail }): ReactNode {
  const { done, total } = document.progress;
  return (
    <div>
      <DocumentState document={document} />
      {document.processingStatus === 'processing' && (
        <>
          <progress className={styles['progress']} aria-label="Processed chunks" {...(total === null ? {} : { max: total, value: done })} />
          <p className={list['muted']}>{total === null ? 'The text is being read' : `${done} of ${total} chunks`}</p>
        </>
      )}
      {document.processingError !== null && <p>{document.processingError}</p>}
    </div>
  );
}

interface ChangeProps {
  readonly workspaceId: string;
  readonly document: DocumentDetail;
}

/** Reads what depends on the documents of a base again. */
function useChanged(workspaceId: string): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: keys.knowledge(workspaceId) });
}

function DocumentActions({ workspaceId, document, onDeleted }: ChangeProps & { readonly onDeleted: () => void }): ReactNode {
  const [isAsking, setIsAsking] = useState(false);
  const { id, knowledgeBaseId, filename, enabled } = document;
  const changed = useChanged(workspaceId);
  const reprocess = useMutation({
    mutationFn: () => api.knowledgeDocuments.reprocess(knowledgeBaseId, id, { workspaceId }),
    onSuccess: changed,
  });
  const enable = useMutation({
    // A change that is made while another is sent waits for it, so the last one counts.
    scope: { id: `enable ${id}` },
    mutationFn: (next: boolean) => api.knowledgeDocuments.change(knowledgeBaseId, id, { workspaceId, enabled: next }),
    onSuccess: changed,
  });
  const remove = useMutation({
    mutationFn: () => api.knowledgeDocuments.delete(knowledgeBaseId, id, { workspaceId }),
    onSuccess: async () => {
      onDeleted();
      await changed();
    },
  });
  const problem = reprocess.error ?? enable.error;
  return (
    <>
      <div className={list['buttons']}>
        <Button onPress={() => reprocess.mutate()} isPending={reprocess.isPending}>
          <RotateCw size={14} strokeWidth={1.5} aria-hidden />
          Process again
        </Button>
        <Button onPress={() => setIsAsking(true)}>
          <Trash2 size={14} strokeWidth={1.5} aria-hidden />
          Delete
        </Button>
      </div>
      {problem !== null && <Problem error={problem} />}
      <Checkbox isSelected={enable.isPending ? enable.variables : enabled} onChange={(next) => enable.mutate(next)}>
        Searches find it
      </Checkbox>
      <Confirm
        title={`Delete ${filename}?`}
        consequences={['Searches no longer find its text', 'It cannot be restored here']}
        action="Delete document"
        isDangerous
        isOpen={isAsking}
        isPending={remove.isPending}
        problem={remove.error !== null && <Problem error={remove.error} />}
        onConfirm={() => remove.mutate()}
        onClose={() => {
          remove.reset();
          setIsAsking(false);
        }}
      />
    </>
  );
}

function DocumentTags({ workspaceId, document, mayWrite }: ChangeProps & { readonly mayWrite: boolean }): ReactNode {
  const kept = tagLines(document.tags);
  const [text, setText] = useState(kept);
  const changed = useChanged(workspaceId);
  const read = tagsFrom(text);
  const save = useMutation({
    mutationFn: () =>
      api.knowledgeDocuments.change(document.knowledgeBaseId, document.id, { workspaceId, tags: 'tags' in read ? read.tags : {} }),
    onSuccess: changed,
  });
  if (!mayWrite) return kept !== '' && <Facts facts={Object.entries(document.tags).map(([name, value]) => [name, String(value)])} />;
  return (
    <div className={list['form']}>
      <TextField
        label="Tags"
        isLong
        value={text}
        onChange={setText}
        help="One on each line: team = sales"
        problem={'problem' in read ? read.problem : undefined}
      />
      {save.error !== null && <Problem error={save.error} />}
      {text !== kept && (
        <div className={list['buttons']}>
          <Button onPress={() => save.mutate()} isDisabled={'problem' in read} isPending={save.isPending}>
            Save tags
          </Button>
        </div>
      )}
    </div>
  );
}
