import type { PresentPerson } from '@sluice/client';
import { useQuery } from '@tanstack/react-query';
import type { Connection } from '@xyflow/react';
import { isTrigger } from '../../../src/document/block-roles.js';
import type { WorkflowDocument } from '../../../src/document/document.js';
import { usePermission, useSession } from '../api/session.js';
import { memberNamesQuery } from '../api/workflow.js';
import type { Selection } from './canvas/flow-canvas.js';
import type { Choice } from './chooser.js';
import { connectBlocks } from './commands/connect.js';
import type { EditorProblem } from './problem.js';

/** Whether the draft has nothing but its start: what comes next is asked for. */
export function isNew({ blocks }: WorkflowDocument): boolean {
  return Object.values(blocks).every(isTrigger) && Object.keys(blocks).length < 2;
}

/** The block that the address names; in a new draft its start. */
export function firstSelection(document: WorkflowDocument, blockId: string | undefined): Selection {
  const first = blockId ?? (isNew(document) ? Object.keys(document.blocks)[0] : undefined);
  return { blocks: new Set(first === undefined ? [] : [first]), edges: new Set() };
}

/** A selection without what was removed. */
export function present({ blocks, edges }: Selection, document: WorkflowDocument): Selection {
  const isWhole = [...blocks].every((id) => Object.hasOwn(document.blocks, id)) && edges.size === 0;
  if (isWhole) return { blocks, edges };
  const known = new Set(document.edges.map(({ id }) => id));
  return {
    blocks: new Set([...blocks].filter((id) => Object.hasOwn(document.blocks, id))),
    edges: new Set([...edges].filter((id) => known.has(id))),
  };
}

/** Names of the others who have the draft open, and of those at each block. */
export function othersIn(
  people: readonly PresentPerson[],
  client: string,
): { readonly names: readonly string[]; readonly byBlock: ReadonlyMap<string, readonly string[]> } {
  const others = people.filter((each) => each.client !== client).map(({ name, block }) => ({ name: name ?? 'Another member', block }));
  const byBlock = new Map<string, readonly string[]>();
  for (const { name, block } of others) if (block !== null) byBlock.set(block, [...(byBlock.get(block) ?? []), name]);
  return { names: others.map(({ name }) => name), byBlock };
}

/** How many problems each block has. */
export function problemCounts(problems: readonly EditorProblem[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { blockId, isWarning } of problems) {
    if (blockId !== undefined && isWarning !== true) counts.set(blockId, (counts.get(blockId) ?? 0) + 1);
  }
  return counts;
}

interface Section {
  readonly name: string;
  readonly choices: readonly Choice[];
}

/** In an empty draft, what starts runs is first. */
export function startsFirst(sections: readonly Section[]): readonly Section[] {
  const isStart = ({ name }: Section): boolean => name === 'Starts';
  return [...sections.filter(isStart), ...sections.filter((each) => !isStart(each))];
}

/** Why a connection is not possible, for each that is drawn. Asking for the same one again costs nothing. */
export function refusalIn(document: WorkflowDocument): (connection: Connection) => string | undefined {
  const known = new Map<string, string | undefined>();
  return ({ source, sourceHandle, target }) => {
    const key = JSON.stringify([source, sourceHandle, target]);
    if (!known.has(key)) {
      const result = connectBlocks(document, { source, sourceHandle: sourceHandle ?? 'source', target });
      known.set(key, 'refused' in result ? result.refused : undefined);
    }
    return known.get(key);
  };
}

/** Names of people in the workspace. Only admins may read who they are. */
export function useMemberNames(workspaceId: string): (userId: string | null) => string {
  const { user } = useSession();
  const isAdmin = usePermission(workspaceId) === 'admin';
  const names = useQuery({ ...memberNamesQuery(workspaceId), enabled: isAdmin });
  return (userId) => {
    if (userId === user.id) return 'You, in another window,';
    return (userId === null ? undefined : names.data?.get(userId)) ?? 'Another member';
  };
}
