import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { filesQuery } from '../../../api/files.js';
import { basesQuery } from '../../../api/knowledge.js';
import { usedServersQuery, usedToolsQuery } from '../../../api/mcp.js';
import { modelsQuery } from '../../../api/models.js';
import { tablesQuery } from '../../../api/tables.js';
import { workflowListQuery } from '../../../api/workflow-list.js';
import { membersQuery } from '../../../api/workspace.js';
import { fieldValue } from '../values/form-fields.js';
import { useForm } from '../form-context.js';

/** Something of the workspace that a field can name. */
export interface Thing {
  /** What is stored. */
  readonly id: string;
  readonly name: string;
  readonly detail?: string;
}

export interface Things {
  /** Undefined while they are not known. */
  readonly things: readonly Thing[] | undefined;
  /** Whether they could not be read. */
  readonly isFailed: boolean;
  /** Whether more of them are being read. */
  readonly isReading: boolean;
  /** Whether there are so many that some are never read. */
  readonly hasMore: boolean;
}

/** A list of files is read on until it has what is wanted. */
const mostPages = 10;

/**
 * Returns what a field of this kind can name. A kind that the console does not know has none.
 * @param wanted the id, the name or a part of the name of what the field shows
 */
export function useThings(kind: string, wanted = ''): Things {
  const { workspaceId, block } = useForm();
  const wants = (one: string): { readonly enabled: boolean; readonly retry: false } => ({
    enabled: workspaceId !== '' && kind === one,
    retry: false,
  });
  const tables = useQuery({ ...tablesQuery(workspaceId), ...wants('table') });
  const bases = useQuery({ ...basesQuery(workspaceId), ...wants('knowledge base') });
  const workflows = useQuery({ ...workflowListQuery(workspaceId), ...wants('workflow') });
  const models = useQuery({ ...modelsQuery(workspaceId), ...wants('model') });
  const files = useInfiniteQuery({ ...filesQuery(workspaceId), ...wants('file') });
  // Other pages keep the same list, also for fields that name other things.
  const hasNextPage = kind === 'file' && files.hasNextPage;
  const { isFetching, isFetchNextPageError, fetchNextPage } = files;
  const pages = files.data?.pages ?? [];
  const isFull = hasNextPage && pages.length >= mostPages;
  const isShort = hasNextPage && !isFull && !isFetchNextPageError && !pages.some(({ data }) => data.files.some(meant(wanted)));
  useEffect(() => {
    if (isShort && !isFetching) void fetchNextPage({ cancelRefetch: false });
  }, [isShort, isFetching, fetchNextPage]);
  const members = useQuery({ ...membersQuery(workspaceId), ...wants('member') });
  const servers = useQuery({ ...usedServersQuery(workspaceId), enabled: workspaceId !== '' && kind.startsWith('MCP'), retry: false });
  const named = fieldValue(block, { inputsIn: 'subBlocks' }, 'server');
  const server = servers.data?.find(({ id, name, url }) => [id, name, url].some((each) => each === named));
  const tools = useQuery({
    ...usedToolsQuery(workspaceId, server?.id ?? ''),
    enabled: kind === 'MCP tool' && server !== undefined,
    retry: false,
  });
  const isFailed = [tables, bases, workflows, models, files, members, servers, tools].some(({ isError }) => isError);
  return { things: thingsOf(), isFailed, isReading: isShort, hasMore: isFull };

  function thingsOf(): readonly Thing[] | undefined {
    switch (kind) {
      case 'table':
      case 'knowledge base':
      case 'workflow':
        return (kind === 'table' ? tables : kind === 'workflow' ? workflows : bases).data?.map(({ id, name }) => ({ id, name }));
      case 'model':
        return models.data?.map(({ name, provider }) => ({ id: name, name, detail: provider }));
      case 'file':
        return files.data && pages.flatMap(({ data }) => data.files.map(({ id, name }) => ({ id, name })));
      case 'member':
        return members.data?.map(({ email }) => ({ id: email, name: email }));
      case 'MCP server':
        return servers.data?.map(({ name, url }) => ({ id: name, name, detail: url }));
      case 'MCP tool':
        return tools.data?.map(({ name, description }) => ({ id: name, name, detail: description ?? '' }));
      default:
        return undefined;
    }
  }
}

/** Tells what a field means by an id or a part of a name. A reference, a secret or a list means anything. */
function meant(wanted: string): (thing: Pick<Thing, 'id' | 'name'>) => boolean {
  const text = wanted.trim().toLowerCase();
  return ({ id, name }) => /^[<{[]/u.test(text) || id === wanted || name.toLowerCase().includes(text);
}

/** Returns the address of the page of something, if it has one. */
export function pageOf(kind: string, workspaceId: string, id: string): string | undefined {
  const place = `/workspace/${workspaceId}`;
  const pages: Readonly<Record<string, string>> = {
    table: `${place}/tables/${id}`,
    'knowledge base': `${place}/knowledge/${id}`,
    workflow: `${place}/w/${id}`,
    file: `${place}/files?file=${id}`,
  };
  return Object.hasOwn(pages, kind) ? pages[kind] : undefined;
}
