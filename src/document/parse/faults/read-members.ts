import { nameHint } from '#kernel/text/nearest-name.js';
import { shortened } from '../../quoted.js';

/** The members of each part of a document that parsing reads. Those of blocks are kept as they are. */
const read = {
  document: 'blocks edges loops parallels variables metadata strictInput',
  edge: 'id source target sourceHandle targetHandle',
  variable: 'id name type value',
  field: 'id type value',
  retry: 'enabled maxTries waitBetweenTriesMs',
  pin: 'output handle',
};

/** Members that other editors keep for themselves, or that say how a part looks. */
const others: Partial<Record<keyof typeof read, string>> = {
  document:
    'version exportedAt workflow data state lastSaved lastUpdate currentWorkflowId dragStartPosition isDeployed deployedAt isPublished deploymentStatuses needsRedeployment hasActiveWebhook deployedState',
  edge: 'type animated style data label labelStyle labelShowBg labelBgStyle labelBgPadding labelBgBorderRadius markerStart markerEnd className ariaLabel ariaRole domAttributes interactionWidth pathOptions selected selectable deletable focusable reconnectable updatable hidden zIndex',
  variable: 'workflowId validationError isExisting isEncrypted',
  field: 'required hidden readOnly placeholder title',
};

export type DocumentPart = keyof typeof read;

const names = new Map(Object.entries(read).map(([part, members]) => [part, members.split(' ')]));
const known = new Map(
  Object.entries(read).map(([part, members]) => [part, new Set(`${members} ${others[part as DocumentPart] ?? ''}`.split(' '))]),
);

/** What is said about a member that parsing drops, as the rest of a sentence that begins with its name; undefined for one that is read or only of use to editors. */
export function droppedMember(part: DocumentPart, name: string): string | undefined {
  if (known.get(part)?.has(name) === true) return undefined;
  return `is not a known member and was not kept. ${nameHint(shortened(name), names.get(part) ?? [])}`;
}
