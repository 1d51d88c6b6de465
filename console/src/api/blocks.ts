import type { BlockDefinition } from '@sluice/client';
import { queryOptions } from '@tanstack/react-query';
import { api } from './client.js';

/** A type of block that authors can choose, with its fields. */
export type PaletteEntry = BlockDefinition;

/** The block types of the server. They change with the server only. */
export const paletteQuery = queryOptions({
  queryKey: ['blocks'],
  queryFn: async ({ signal }) => (await api.blocks.list({ signal })).data,
  staleTime: Infinity,
});
