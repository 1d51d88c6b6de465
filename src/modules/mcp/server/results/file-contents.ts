import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { harmless } from '#host/logging/harmless.js';
import { Logger } from '#host/logging/logger.js';
import { DomainError } from '#kernel/errors.js';
import { isJsonObject, type Json } from '#kernel/json.js';
import { ReadFile } from '#modules/files/index.js';
import type { ToolContent } from './tool-result.js';

interface FileInOutput {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly size: number;
  readonly type: string;
}

const mostFiles = 20;
const mostValues = 10_000;
/** A larger file is a link. */
const mostBytes = 1024 * 1024;

/** The files in the output of a run as parts of a result. */
@Injectable()
export class FileContents {
  constructor(
    private readonly queries: QueryBus,
    private readonly logger: Logger,
  ) {}

  async of(workspaceId: string, output: Json): Promise<readonly ToolContent[]> {
    const contents: ToolContent[] = [];
    for (const file of filesIn(output, workspaceId)) contents.push(await this.#content(workspaceId, file));
    return contents;
  }

  async #content(workspaceId: string, { id, name, url: uri, size, type: mimeType }: FileInOutput): Promise<ToolContent> {
    const link: ToolContent = { type: 'resource_link', uri, name, mimeType, size };
    if (size > mostBytes) return link;
    try {
      const { bytes } = await this.queries.execute(new ReadFile(workspaceId, id, mostBytes));
      const data = Buffer.from(bytes).toString('base64');
      const kind = mimeType.split('/')[0];
      if (kind === 'image' || kind === 'audio') return { type: kind, data, mimeType };
      return { type: 'resource', resource: { uri, mimeType, blob: data } };
    } catch (error) {
      // The run has ended, so the call has its result. The file was deleted since, or cannot be read at the moment.
      if (!(error instanceof DomainError)) this.logger.warn({ error: harmless(error) }, 'A file in the result of a tool could not be read');
      return link;
    }
  }
}

/** Every stored file of the workspace that the output describes, once. */
function filesIn(output: Json, workspaceId: string): readonly FileInOutput[] {
  const files = new Map<string, FileInOutput>();
  const values: Json[] = [output];
  const add = (inner: readonly Json[]): void => {
    for (let place = 0; place < inner.length && values.length < mostValues; place += 1) values.push(inner[place] ?? null);
  };
  for (let seen = 0; seen < values.length && files.size < mostFiles; seen += 1) {
    const value = values[seen];
    if (Array.isArray(value)) add(value as readonly Json[]);
    else if (isJsonObject(value)) {
      if (isFile(value, workspaceId)) files.set(value.id, value);
      else add(Object.values(value));
    }
  }
  return [...files.values()];
}

function isFile(value: unknown, workspaceId: string): value is FileInOutput {
  const { id, name, url, size, type, key } = value as Record<string, unknown>;
  const hasTexts = [id, name, url, type].every((each) => typeof each === 'string');
  return hasTexts && typeof size === 'number' && typeof key === 'string' && key.startsWith(`files/${workspaceId}/`);
}
