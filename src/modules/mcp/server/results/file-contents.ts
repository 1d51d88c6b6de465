import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { ExecutionEvent } from '#engine/execution.events.js';
import { harmless } from '#host/logging/harmless.js';
import { Logger } from '#host/logging/logger.js';
import type { Caller } from '#kernel/caller.js';
import { DomainError } from '#kernel/errors.js';
import { isId } from '#kernel/ids.js';
import { isJsonObject, type Json } from '#kernel/json.js';
import { FindNamedFile, ReadFile, type FileNamer } from '#modules/files/index.js';
import { fileNamer, RunStore } from '#modules/runs/index.js';
import type { ToolRun } from '../tool-questions.js';
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
    private readonly runs: RunStore,
    private readonly logger: Logger,
  ) {}

  /**
   * An output may repeat what the caller has sent, so what looks like a file is none yet: only an id counts, of a file that the caller may
   * read, that belongs to the run, or that a block of the run has found. Others are links.
   */
  async of({ workspaceId, executionId, state: { output } }: ToolRun, caller: Caller): Promise<readonly ToolContent[]> {
    const described = filesIn(output, workspaceId);
    if (described.length === 0) return [];
    const namer = fileNamer(caller, { workspaceId, executionId });
    const found = namer.mayRead ? new Set() : foundFiles(await this.runs.history(executionId));
    const contents: ToolContent[] = [];
    for (const file of described)
      contents.push(await this.#content(workspaceId, file, { ...namer, mayRead: namer.mayRead || found.has(file.id) }));
    return contents;
  }

  async #content(workspaceId: string, { id, name, url: uri, size, type: mimeType }: FileInOutput, namer: FileNamer): Promise<ToolContent> {
    const link: ToolContent = { type: 'resource_link', uri, name, mimeType, size };
    if (size > mostBytes) return link;
    try {
      const file = await this.queries.execute(new FindNamedFile(workspaceId, id, namer));
      const { bytes } = await this.queries.execute(new ReadFile(workspaceId, file.id, mostBytes));
      const data = Buffer.from(bytes).toString('base64');
      const kind = mimeType.split('/')[0];
      if (kind === 'image' || kind === 'audio') return { type: kind, data, mimeType };
      return { type: 'resource', resource: { uri, mimeType, blob: data } };
    } catch (error) {
      // The run has ended, so the call has its result. The file was deleted since, is not for the caller, or cannot be read at the moment.
      if (!(error instanceof DomainError)) this.logger.warn({ error: harmless(error) }, 'A file in the result of a tool could not be read');
      return link;
    }
  }
}

/** The ids of the files that blocks have found or written. Their outputs are made of what is stored; others may repeat anything. */
function foundFiles(history: readonly ExecutionEvent[]): ReadonlySet<Json | undefined> {
  const nodes = new Set<string>();
  const ids = new Set<Json | undefined>();
  for (const { type, payload } of history) {
    if (type === 'execution.effect-intended' && payload.kind === 'file' && payload.call === undefined) nodes.add(payload.node);
    if (type !== 'execution.block-completed' || !nodes.has(payload.node)) continue;
    const { files } = payload.output;
    for (const file of Array.isArray(files) ? (files as readonly Json[]) : []) if (isJsonObject(file)) ids.add(file['id']);
  }
  return ids;
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
  const hasTexts = [name, url, type].every((each) => typeof each === 'string');
  return (
    typeof id === 'string' &&
    isId(id) &&
    hasTexts &&
    typeof size === 'number' &&
    typeof key === 'string' &&
    key.startsWith(`files/${workspaceId}/`)
  );
}
