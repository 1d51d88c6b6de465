import { Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Config } from '#host/config/config.js';
import { OutboundFailure, OutboundHttp } from '#world/outbound/outbound-http.js';
import { actorOf } from '#kernel/caller.js';
import { DomainError, invalidField } from '#kernel/errors.js';
import { Ids } from '#kernel/ids.js';
import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import { FindFile, WriteFile } from '#modules/files/index.js';
import type { StartRequest } from './start-request.js';
import { startTypes } from '#engine/graph/start-choice.js';
import type { ExecutionStart } from '../jobs/execution-start.js';
import { inputFields } from '#blocks/flow/start/input-format.js';
import { Plans } from '../blocks/plans.js';
import { runFile } from '../blocks/data/run-file.js';

/** The request that sends files, and the deployment that receives them. */
export interface Sender
  extends Pick<StartRequest, 'caller' | 'workflowId' | 'requestId' | 'source'>, Pick<ExecutionStart, 'triggerSource' | 'draft'> {
  readonly workspaceId: string;
  readonly deploymentVersion: number;
}

interface SentFile {
  readonly mediaType: string;
  readonly content: Buffer;
}

/** A field with files: a list of them, or one. */
interface Place {
  readonly field: string;
  readonly isList: boolean;
}

const longestShownName = 200;
const mostBytes = 20 * 1024 * 1024;
const mostFiles = 20;
const timeoutMs = 30_000;

/** Stores the files in the input of a run in its workspace before the run starts. The run sees a description of each file. */
@Injectable()
export class InputFiles {
  constructor(
    private readonly plans: Plans,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly outbound: OutboundHttp,
    private readonly ids: Ids,
    private readonly config: Config,
  ) {}

  /** The input with a stored file for each declared file. @throws DomainError when a file cannot be stored */
  async keep(sender: Sender, input: Json): Promise<Json> {
    if (!isJsonObject(input) || !Object.values(input).some((value) => typeof value === 'object' && value !== null)) return input;
    const { start } = await this.plans.ofRun(sender);
    // The files of an event were stored when it arrived.
    if (!startTypes.has(start.type)) return input;
    const declared = inputFields(start.params['inputFormat']).filter(({ type }) => type === 'file[]');
    const names = declared.map(({ name }) => name);
    if (names.length === 0) return input;
    const outer = await this.#keepIn(sender, input, names);
    const inner = outer['input'];
    return isJsonObject(inner) && !names.includes('input') ? { ...outer, input: await this.#keepIn(sender, inner, names) } : outer;
  }

  async #keepIn(sender: Sender, record: JsonObject, names: readonly string[]): Promise<JsonObject> {
    const kept: [string, Json][] = [];
    for (const name of names.filter((each) => Object.hasOwn(record, each))) {
      const value = record[name] ?? null;
      const items = Array.isArray(value) ? (value as readonly Json[]) : isJsonObject(value) ? [value] : null;
      if (items !== null) kept.push([name, await this.#keepAll(sender, { field: name, isList: Array.isArray(value) }, items)]);
    }
    return { ...record, ...Object.fromEntries(kept) };
  }

  /** One file at a time, since each may be large. */
  async #keepAll(sender: Sender, { field, isList }: Place, items: readonly Json[]): Promise<Json> {
    if (items.length > mostFiles) throw invalidField([field], `${field} must not hold more than ${mostFiles} files`, 'out_of_range');
    const kept: Json[] = [];
    for (const [index, item] of items.entries()) {
      try {
        const file = await this.#keepOne(sender, item);
        if (file !== undefined) kept.push(file);
      } catch (error) {
        if (error instanceof OutboundFailure || (error instanceof DomainError && error.kind !== 'unavailable'))
          throw notStored(item, isList ? [field, index] : [field], error.message);
        throw error;
      }
    }
    return kept;
  }

  /** Undefined for data that cannot be read. An item that is no file stays as it was sent. */
  async #keepOne(sender: Sender, item: Json): Promise<Json | undefined> {
    const { type, data, url, id, key } = isJsonObject(item) ? item : { id: item };
    if (type === 'file' && typeof data === 'string') return this.#store(sender, item, fromDataUrl(data));
    const address = data ?? url;
    if (type === 'url' && typeof address === 'string') return this.#store(sender, item, await this.#fetched(address));
    const reference = id ?? key;
    if (typeof reference !== 'string') return item;
    return { ...runFile(await this.queries.execute(new FindFile(sender.workspaceId, reference)), this.config.baseUrl) };
  }

  /** File names are unique in a workspace, so the stored name has a prefix. The run sees the name that was sent. */
  async #store(
    { caller, workspaceId, requestId, source }: Sender,
    item: Json,
    sent: SentFile | undefined,
  ): Promise<JsonObject | undefined> {
    if (sent === undefined) return undefined;
    if (sent.content.length > mostBytes) throw invalidField('file', 'A file must not have more than 20 MB');
    const [key, sentName, mime] = [this.ids.next(), nameOf(item), isJsonObject(item) ? item['mime'] : undefined];
    const accountId = caller.account.organizationId ?? caller.account.userId;
    const file = {
      workspaceId,
      name: `${key}-${sentName}`,
      mediaType: typeof mime === 'string' ? mime : sent.mediaType,
      content: sent.content,
      accountId,
      meta: { ...actorOf(caller), requestId, ...source },
      replaces: false,
    };
    return { ...runFile(await this.commands.execute(new WriteFile(file, key)), this.config.baseUrl), name: sentName };
  }

  async #fetched(url: string): Promise<SentFile> {
    const { status, headers, body } = await this.outbound.send({ url, method: 'GET', timeoutMs, maxResponseBytes: mostBytes });
    if (status < 200 || status > 299) throw invalidField('file', `The address of the file answered with ${status}`);
    return { mediaType: headers['content-type'] ?? '', content: Buffer.from(body) };
  }
}

/** The sentence is the one that callers know; the detail gives the reason. */
function notStored(item: Json, path: readonly (string | number)[], reason: string): DomainError {
  const name = nameOf(item);
  const shown = name.length > longestShownName ? `${name.slice(0, longestShownName)}…` : name;
  const details = [{ path, message: reason, code: 'invalid_file' }];
  return new DomainError('invalid', 'VALIDATION_FAILED', `File processing failed: Failed to upload file: ${shown}`, { details });
}

function nameOf(item: Json): string {
  const name = isJsonObject(item) ? (item['name'] ?? item['id']) : item;
  return typeof name === 'string' && name !== '' ? name : 'file';
}

/** Whether it is Base64 as senders write it, with line breaks or in the alphabet of addresses too. One pass: it may have megabytes. */
function isBase64(text: string): boolean {
  return !/[^\w+/\s-]/.test(text.trimEnd().replace(/={1,2}$/, ''));
}

function fromDataUrl(data: string): SentFile | undefined {
  const comma = data.indexOf(',');
  const head = /^data:([^;,]{0,200})(?:;[^;,]{0,200})?;base64$/.exec(comma < 0 ? '' : data.slice(0, comma));
  const encoded = data.slice(comma + 1);
  return head === null || !isBase64(encoded) ? undefined : { mediaType: head[1] ?? '', content: Buffer.from(encoded, 'base64') };
}
