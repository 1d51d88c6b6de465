import { useQuery } from '@tanstack/react-query';
import type { PresentPerson } from '@sluice/client';
import type { Connection } from '@xyflow/react';
import { useEffect, useEffectEvent } from 'react';
import { isTrigger } from '../../../src/document/block-roles.js';
import type { WorkflowDocument } from '../../../src/document/document.js';
import { usePermission, useSession } from '../api/session.js';
import { memberNamesQuery } from '../api/workflow.js';
import type { Selection } from './canvas/selection.js';
import type { Choice } from './chooser.js';
import { connectBlocks } from './commands/connect.js';

/** Whether the draft has nothing but its start: what comes next is asked for. */
export function isNew({ blocks }: WorkflowDocument): boolean {
  return Object.values(blocks).every(isTrigger) && Object.keys(blocks).length < 2;
}

/** The blocks that the address names; in a new draft its start. */
export function firstSelection(document: WorkflowDocument, blockId: string | undefined, several: string | undefined): Selection {
  if (several !== undefined) return { blocks: new Set(several.split(',')), edges: new Set() };
  const first = blockId ?? (isNew(document) ? Object.keys(document.blocks)[0] : undefined);
  return { blocks: new Set(first === undefined ? [] : [first]), edges: new Set() };
}

/** An address has room for so many ids. */
const mostSelected = 50;
const pauseMs = 400;

/** Several selected blocks are in the address, once the user pauses: a box that is drawn changes them many times a second. */
export function useSelectionInAddress(
  blocks: ReadonlySet<string>,
  now: string | undefined,
  onChange: (several: string | undefined) => void,
): void {
  const several = blocks.size > 1 ? [...blocks].slice(0, mostSelected).join(',') : undefined;
  const tell = useEffectEvent(() => {
    if (several !== now) onChange(several);
  });
  useEffect(() => {
    const timer = setTimeout(tell, pauseMs);
    return () => clearTimeout(timer);
  }, [several]);
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

/** Names of people in the workspace. Only admins may read who they are; everyone sees who has the draft open. */
export function useMemberNames(workspaceId: string, people: readonly PresentPerson[]): (userId: string | null) => string {
  const { user } = useSession();
  const isAdmin = usePermission(workspaceId) === 'admin';
  const names = useQuery({ ...memberNamesQuery(workspaceId), enabled: isAdmin });
  return (userId) => {
    if (userId === user.id) return 'You, in another window,';
    const known = userId === null ? undefined : names.data?.get(userId);
    return known ?? people.find((each) => each.userId === userId)?.name ?? 'Another member';
  };
}
