import type { Deployed as Deployment } from '@sluice/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { WorkflowDocument } from '../../../../../src/document/document.js';
import { chatsQuery } from '../../../api/chats.js';
import { triggersQuery } from '../../../api/triggers.js';
import type { Workflow } from '../../../api/workflow.js';
import { Button } from '../../../parts/controls/button.js';
import { Dialog, DialogButtons } from '../../../parts/overlays/dialog.js';
import { Code, CopyButton } from '../../../parts/show/small-parts.js';
import { Tabs } from '../../../parts/show/tabs.js';
import { ProblemList } from '../../workflows/problem-list.js';
import { isCallable, sampleInput, snippets } from './snippets.js';
import styles from './deploy.module.css';

interface DeployedDialogProps {
  readonly workflow: Workflow;
  readonly deployment: Deployment;
  readonly document: WorkflowDocument;
  readonly onClose: () => void;
}

/** How the deployed version is called. */
export function DeployedDialog({ workflow, deployment, document, onClose }: DeployedDialogProps): ReactNode {
  const { id, workspaceId, name } = workflow;
  const url = `${location.origin}/api/workflows/${id}/execute`;
  return (
    <Dialog title={`“${name}” is deployed`} isOpen onClose={onClose}>
      <p>Version {deployment.version} is active: new runs use it.</p>
      {deployment.warnings.length > 0 && (
        <div className={styles['report']}>
          <ProblemList problems={[]} warnings={deployment.warnings} />
        </div>
      )}
      <Addresses workflow={workflow} call={isCallable(document) ? url : undefined} />
      {isCallable(document) && (
        <section className={styles['calls']} aria-label="Call it from a program">
          <h3>Call it from a program</h3>
          <Calls url={url} document={document} />
          <p className={styles['muted']}>Set the variable SLUICE_API_KEY to an API key of the workspace.</p>
          <Link to="/workspace/$workspaceId/settings/keys" params={{ workspaceId }} onClick={onClose}>
            API keys of the workspace
          </Link>
        </section>
      )}
      <DialogButtons>
        <Button look="primary" onPress={onClose} autoFocus>
          Done
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

/** Where the workflow is called, and where its triggers and chats are. */
function Addresses({ workflow: { id, workspaceId }, call }: { readonly workflow: Workflow; readonly call: string | undefined }): ReactNode {
  const triggers = useQuery({ ...triggersQuery(workspaceId), staleTime: 0 });
  const chats = useQuery({ ...chatsQuery(workspaceId), staleTime: 0 });
  const addresses = [
    ...(call === undefined ? [] : [{ name: 'Call', url: call }]),
    ...(triggers.data ?? []).flatMap(({ workflowId, status, blockName, url }) =>
      workflowId === id && status !== 'retired' && url !== null ? [{ name: blockName, url }] : [],
    ),
    ...(chats.data ?? []).flatMap(({ workflowId, isActive, title, chatUrl }) =>
      workflowId === id && isActive ? [{ name: title, url: chatUrl }] : [],
    ),
  ];
  if (addresses.length === 0) {
    return triggers.isPending ? null : <p className={styles['muted']}>It has no address: its triggers start it.</p>;
  }
  return (
    <section className={styles['calls']} aria-label="Addresses">
      <h3>Addresses</h3>
      <ul className={styles['addresses']}>
        {addresses.map(({ name, url }) => (
          <li key={url}>
            <span dir="auto">{name}</span>
            <code>{url}</code>
            <CopyButton label={`Copy the address of ${name}`} text={url} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Calls({ url, document }: { readonly url: string; readonly document: WorkflowDocument }): ReactNode {
  const calls = snippets(url, sampleInput(document));
  const [language, setLanguage] = useState('curl');
  return (
    <Tabs
      label="Languages"
      selected={language}
      onSelect={setLanguage}
      tabs={calls.map(({ id, label, text }) => ({ id, label, content: <Code text={text} label={`Copy the ${label} code`} /> }))}
    />
  );
}
