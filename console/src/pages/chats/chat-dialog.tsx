import { SluiceError } from '@sluice/client';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Chat } from '../../api/chats.js';
import { api } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import { deployedChoices, workflowsQuery } from '../../api/workflows.js';
import { Checkbox } from '../../parts/controls/checkbox.js';
import { Choice } from '../../parts/controls/choice.js';
import { Select } from '../../parts/controls/select.js';
import { TextField } from '../../parts/controls/text-field.js';
import { FormDialog } from '../../parts/overlays/form-dialog.js';
import { problemOf } from '../../parts/show/problem.js';
import { useAction } from '../../shell/use-action.js';

interface ChatDialogProps {
  readonly workspaceId: string;
  /** Absent: another one is made. */
  readonly chat: Chat | undefined;
  readonly onClose: () => void;
}

type Access = Chat['authType'];

const ways = [
  { value: 'public', label: 'Everyone' },
  { value: 'password', label: 'Password' },
  { value: 'email', label: 'E-mail' },
  { value: 'sso', label: 'Sign-in' },
] as const;

export function ChatDialog({ workspaceId, chat, onClose }: ChatDialogProps): ReactNode {
  const workflows = useQuery(workflowsQuery(workspaceId));
  const [workflowId, setWorkflowId] = useState(chat?.workflowId ?? null);
  const [title, setTitle] = useState(chat?.title ?? '');
  const [identifier, setIdentifier] = useState(chat?.identifier ?? '');
  const [authType, setAuthType] = useState<Access>(chat?.authType ?? 'public');
  const [password, setPassword] = useState('');
  const [emails, setEmails] = useState(chat?.allowedEmails.join(', ') ?? '');
  const [isActive, setIsActive] = useState(chat?.isActive ?? true);
  const allowedEmails = emails.split(/[\s,]+/).filter((part) => part !== '');
  const isForAddresses = authType === 'email' || authType === 'sso';
  const body = {
    title: title.trim(),
    identifier: identifier.trim(),
    authType,
    isActive,
    ...(authType === 'password' && password !== '' && { password }),
    ...(isForAddresses && { allowedEmails }),
  };
  const save = useAction({
    act: async () => {
      if (chat !== undefined) await api.chats.change(chat.id, differing(body, chat));
      else if (workflowId !== null) await api.chats.create({ workflowId, ...body });
    },
    changes: [keys.chats(workspaceId)],
    onDone: onClose,
  });
  const problem = (name: string): string | undefined => problemOf(save.error, name);
  const isTaken = save.error instanceof SluiceError && save.error.code === 'CONFLICT';
  return (
    <>
      <FormDialog
        title={chat === undefined ? 'Create a chat' : `Change ${chat.title}`}
        action={chat === undefined ? 'Create chat' : 'Save'}
        isDisabled={workflowId === null}
        isPending={save.isPending}
        error={isTaken ? null : save.error}
        fields={[...(chat === undefined ? ['workflowId'] : []), 'title', 'identifier', 'password', 'allowedEmails']}
        onSubmit={() => save.do()}
        onClose={onClose}
      >
        {chat === undefined && (
          <Select
            label="Workflow"
            placeholder="Choose a deployed workflow"
            value={workflowId}
            options={deployedChoices(workflows.data)}
            problem={problem('workflowId')}
            onChange={setWorkflowId}
          />
        )}
        <TextField label="Title" value={title} onChange={setTitle} problem={problem('title')} autoComplete="off" />
        <TextField
          label="Address"
          help={`${location.origin}/chat/${identifier.trim() || '…'}`}
          value={identifier}
          onChange={setIdentifier}
          problem={isTaken ? 'Another chat of this server has this address already' : problem('identifier')}
          autoComplete="off"
        />
        <div>
          <Choice label="Open to" value={authType} options={ways} onChange={setAuthType} />
        </div>
        {authType === 'password' && (
          <TextField
            label="Password"
            type="password"
            isOptional={chat?.hasPassword === true}
            help={chat?.hasPassword === true ? 'Empty: the present one stays.' : 'Visitors enter it once.'}
            value={password}
            onChange={setPassword}
            problem={problem('password')}
            autoComplete="new-password"
          />
        )}
        {isForAddresses && (
          <TextField
            label="Addresses"
            help="Addresses, or domains such as @example.com, with commas between them"
            value={emails}
            onChange={setEmails}
            problem={problem('allowedEmails')}
          />
        )}
        <Checkbox isSelected={isActive} onChange={setIsActive}>
          The chat can be used
        </Checkbox>
      </FormDialog>
      {save.dialog}
    </>
  );
}

/** The settings that differ from those of the chat when it was opened: others may have changed the rest. */
function differing<Body extends object>(body: Body, chat: Chat): Partial<Body> {
  const before: Readonly<Record<string, unknown>> = { ...chat };
  return Object.fromEntries(
    Object.entries(body).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name])),
  ) as Partial<Body>;
}
