import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { api } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import type { KnowledgeBase } from '../../api/knowledge.js';
import { Button } from '../../parts/controls/button.js';
import { TextField } from '../../parts/controls/text-field.js';
import list from '../../parts/list/list.module.css';
import { Dialog, DialogButtons } from '../../parts/overlays/dialog.js';
import { Problem, problemOf } from '../../parts/show/problem.js';

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
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate();
  };
  const isNew = base === undefined;
  return (
    <Dialog title={isNew ? 'New knowledge base' : 'Change the knowledge base'} isOpen onClose={onClose}>
      <form className={list['form']} onSubmit={submit}>
        {save.error !== null && <Problem error={save.error} />}
        <TextField label="Name" value={name} onChange={setName} isRequired autoFocus problem={problemOf(save.error, 'name')} />
        <TextField
          label="Description"
          isOptional
          isLong
          value={description}
          onChange={setDescription}
          problem={problemOf(save.error, 'description')}
        />
        <DialogButtons>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isPending={save.isPending}>
            {isNew ? 'Create' : 'Save'}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
