import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent, type ReactNode } from 'react';
import { api } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import { workspaceQuery } from '../../api/workspace.js';
import { Button } from '../../parts/controls/button.js';
import { Checkbox } from '../../parts/controls/checkbox.js';
import { focusProblem } from '../../parts/controls/problem-focus.js';
import { TextField } from '../../parts/controls/text-field.js';
import { FormDialog } from '../../parts/overlays/form-dialog.js';
import { isAboutFields, Problem, problemOf } from '../../parts/show/problem.js';
import { exactTime } from '../../parts/show/amount.js';
import { Facts, Skeleton } from '../../parts/show/small-parts.js';
import { lastWorkspace } from '../../shell/last-workspace.js';
import { Section } from '../../shell/sections.js';
import { useAction } from '../../shell/use-action.js';
import { useEdits } from '../../shell/use-edits.js';
import { useSaved } from '../../shell/use-saved.js';
import { SettingsFrame, useIsAdmin } from './settings-frame.js';
import styles from './settings.module.css';

/** Name, retention and deletion of a workspace. */
export function GeneralPage(): ReactNode {
  return (
    <SettingsFrame title="General" isForAdmins={false}>
      {(workspaceId) => <General key={workspaceId} workspaceId={workspaceId} />}
    </SettingsFrame>
  );
}

interface Workspace {
  readonly id: string;
  readonly name: string;
  readonly retentionDays: number | null;
  readonly allowPersonalApiKeys: boolean;
  readonly createdAt: string;
}

function General({ workspaceId }: { readonly workspaceId: string }): ReactNode {
  const workspace = useQuery(workspaceQuery(workspaceId));
  const isAdmin = useIsAdmin(workspaceId);
  if (workspace.isLoadingError) return <Problem error={workspace.error} onRetry={() => void workspace.refetch()} />;
  if (workspace.data === undefined) return <Skeleton width="240px" />;
  if (!isAdmin) return <WorkspaceFacts workspace={workspace.data} />;
  return (
    <>
      <GeneralForm workspace={workspace.data} />
      <Deletion workspace={workspace.data} />
    </>
  );
}

const daysText = (days: number | null): string => (days === null ? 'as long as the plan lets it' : `${days} days`);

function WorkspaceFacts({ workspace }: { readonly workspace: Workspace }): ReactNode {
  return (
    <Section title="Workspace" lead="Admins of the workspace change it.">
      <Facts
        facts={[
          ['Name', workspace.name],
          ['Runs are kept', daysText(workspace.retentionDays)],
          ['Personal API keys', workspace.allowPersonalApiKeys ? 'allowed' : 'not allowed'],
          ['Created', exactTime(workspace.createdAt)],
          ['Id', <code key="id">{workspace.id}</code>],
        ]}
      />
    </Section>
  );
}

function GeneralForm({ workspace }: { readonly workspace: Workspace }): ReactNode {
  const { allowPersonalApiKeys, retentionDays } = workspace;
  const form = useEdits({ name: workspace.name, days: String(retentionDays ?? ''), allowPersonalApiKeys });
  const { name, days } = form.shown;
  const saved = useSaved(styles['muted']);
  const save = useAction({
    act: ({ days: text, ...others }: typeof form.edited) =>
      api.workspaces.change(workspace.id, {
        ...others,
        ...(text !== undefined && { retentionDays: text.trim() === '' ? null : Number(text) }),
      }),
    changes: [keys.workspace(workspace.id), keys.session],
    onDone: (_, sent) => {
      form.taken(sent);
      saved.done();
    },
  });
  const isWhole = /^\d*$/.test(days.trim());
  const edit = (change: typeof form.edited): void => {
    form.edit(change);
    saved.edited();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isWhole) return focusProblem(event.currentTarget);
    saved.sent();
    save.do(form.edited);
  };
  return (
    <Section title="Workspace">
      <form className={styles['form']} onSubmit={submit} noValidate>
        <TextField label="Name" value={name} onChange={(text) => edit({ name: text })} problem={problemOf(save.error, 'name')} />
        <TextField
          label="Days for which runs are kept"
          isOptional
          inputMode="numeric"
          value={days}
          onChange={(text) => edit({ days: text })}
          help="Empty: as long as the plan lets it. Older runs are removed once a day."
          problem={isWhole ? problemOf(save.error, 'retentionDays') : 'Must be a whole number'}
        />
        <Checkbox isSelected={form.shown.allowPersonalApiKeys} onChange={(isOn) => edit({ allowPersonalApiKeys: isOn })}>
          Members may use their personal API keys here
        </Checkbox>
        {save.error !== null && !isAboutFields(save.error, ['name', 'retentionDays']) && <Problem error={save.error} />}
        <div className={styles['buttons']}>
          <Button type="submit" look="primary" isPending={save.isPending}>
            Save
          </Button>
          {saved.note}
        </div>
      </form>
      {save.dialog}
    </Section>
  );
}

function Deletion({ workspace }: { readonly workspace: Workspace }): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Section title="Delete the workspace" lead="Its workflows, runs, tables, files and keys are removed. This cannot be undone.">
      <div>
        <Button onPress={() => setIsOpen(true)}>Delete workspace…</Button>
      </div>
      {isOpen && <DeleteDialog workspace={workspace} onClose={() => setIsOpen(false)} />}
    </Section>
  );
}

function DeleteDialog({ workspace, onClose }: { readonly workspace: Workspace; readonly onClose: () => void }): ReactNode {
  const [typed, setTyped] = useState('');
  const navigate = useNavigate();
  const deletion = useAction({
    act: () => api.workspaces.delete(workspace.id),
    onDone: () => {
      if (lastWorkspace.get() === workspace.id) lastWorkspace.set('');
      void navigate({ to: '/workspaces', replace: true }).then(() => location.reload());
    },
  });
  return (
    <>
      <FormDialog
        title={`Delete ${workspace.name}?`}
        action="Delete workspace"
        isDangerous
        isDisabled={typed !== workspace.name}
        isPending={deletion.isPending}
        error={deletion.error}
        onSubmit={() => deletion.do()}
        onClose={onClose}
      >
        <p>Workflows stop at once, and active runs are cancelled. Everything in the workspace is removed and cannot be restored.</p>
        <TextField label={`Type ${workspace.name} to confirm`} value={typed} onChange={setTyped} autoComplete="off" autoFocus />
      </FormDialog>
      {deletion.dialog}
    </>
  );
}
