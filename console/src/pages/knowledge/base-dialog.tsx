import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { api } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import type { KnowledgeBase } from '../../api/knowledge.js';
import { TextField } from '../../parts/controls/text-field.js';
import { FormDialog } from '../../parts/overlays/form-dialog.js';
import { problemOf } from '../../parts/show/problem.js';

interface BaseDialogProps {
  readonly workspaceId: string;
  /** Absent: a new one is created. */
  readonly base?: KnowledgeBase;
  readonly onDone: (base: KnowledgeBase) => void;
  readonly onClose: () => void;
}

/** Creates a knowledge base, or changes its name and description. */
export function BaseDialog({ workspaceId, base, onDone, onClose }: BaseDialogProps): ReactNode {
  const [name, setName] = useState(base?.name ?? '');
  const [description, setDescription] = useState(base?.description ?? '');
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: async () => {
      const body = { workspaceId, name, description };
      return (await (base === undefined ? api.knowledgeBases.create(body) : api.knowledgeBases.change(base.id, body))).data.knowledgeBase;
    },
    onSuccess: async (saved) => {
      await queries.invalidateQueries({ queryKey: keys.knowledge(workspaceId) });
      onDone(saved);
    },
  });
  const isNew = base === undefined;
  return (
    <FormDialog
      title={isNew ? 'New knowledge base' : 'Change the knowledge base'}
      action={isNew ? 'Create' : 'Save'}
      isPending={save.isPending}
      error={save.error}
      fields={['name', 'description']}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <TextField label="Name" value={name} onChange={setName} isRequired autoFocus problem={problemOf(save.error, 'name')} />
      <TextField
        label="Description"
        isOptional
        isLong
        value={description}
        onChange={setDescription}
        problem={problemOf(save.error, 'description')}
      />
    </FormDialog>
  );
}
