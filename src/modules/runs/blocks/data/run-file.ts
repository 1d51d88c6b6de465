import type { FileView } from '#modules/files/index.js';
import type { RunFile } from '#blocks/ports/files.js';

/** A file as workflows see it. */
export function runFile({ id, workspaceId, name, size, mediaType }: FileView, baseUrl: string): RunFile {
  const url = `${baseUrl}/api/v1/files/${id}?workspaceId=${workspaceId}`;
  return { id, name, size, type: mediaType, key: `files/${workspaceId}/${name}`, url };
}
