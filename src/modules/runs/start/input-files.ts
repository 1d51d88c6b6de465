import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { Config } from '#host/config/config.js';
import { OutboundFailure, OutboundHttp } from '#world/outbound/outbound-http.js';
import { actorOf } from '#kernel/caller.js';
import { DomainError, invalidField } from '#kernel/errors.js';
import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import { FileBatches, FindNamedFile, type FileBatch, type FileNamer } from '#modules/files/index.js';
import type { StartRequest } from './start-request.js';
import { startTypes } from '#engine/graph/start-choice.js';
import type { ExecutionStart } from '../jobs/execution-start.js';
import { inputFields, type InputField } from '#blocks/flow/start/input-format.js';
import { Plans } from '../blocks/plans.js';
import { runFile } from '../blocks/data/run-file.js';
import { fileNamer } from './file-namers.js';

/** The request that sends files, and the deployment that receives them. */
export interface Sender
  extends Pick<StartRequest, 'caller' | 'workflowId' | 'requestId' | 'source'>, Pick<ExecutionStart, 'triggerSource' | 'draft'> {
  readonly executionId: string;
  readonly workspaceId: string;
  readonly deploymentVersion: number;
}

/** The fields of an input that hold files, and what can be named in them. */
interface FileFields {
  readonly names: readonly string[];
  readonly namer: FileNamer;
  readonly arriving: ArrivingFiles;
}

/** An input whose files are stored. */
export interface KeptInput {
  readonly input: Json;
  /** Takes back the files that were stored for it. */
  readonly discard: () => Promise<void>;
}

interface SentFile {
  readonly mediaType: string;
  readonly content: Buffer;
}

/** A field with files: a list of them, or one. */
interface Place {
  readonly field: string;
  readonly isList: boolean;
  readonly items: readonly Json[];
}

/** An item of the input, and where it is. */
interface Item {
  readonly item: Json;
  readonly path: readonly (string | number)[];
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
    private readonly batches: FileBatches,
    private readonly queries: QueryBus,
    private readonly outbound: OutboundHttp,
    private readonly config: Config,
  ) {}

  /** The input with a stored file for each declared file. All of its files are stored, or none. @throws DomainError when a file cannot be stored */
  async keep(sender: Sender, input: Json): Promise<KeptInput> {
    const asSent = { input, discard: async () => undefined };
    const namer = fileNamer(sender.caller, sender);
    if (namer.mayRead && !(isJsonObject(input) && Object.values(input).some(isStructured))) return asSent;
    const { start } = await this.plans.ofRun(sender);
    // The files of an event were stored when it arrived.
    if (!startTypes.has(start.type)) return asSent;
    // Those of a message of a chat are not the words of its visitor: they were stored with it.
    const mayBeAnything = namer.mayRead || sender.triggerSource?.kind === 'chat';
    const names = fileFields(inputFields(start.params['inputFormat']), mayBeAnything);
    if (names.length === 0) return asSent;
    const arriving = new ArrivingFiles(this.#batchOf(sender), sender.workspaceId);
    const files = { names, namer, arriving };
    try {
      const read = isJsonObject(input) ? await this.#readInput(files, input) : (await this.#readIn(files, { input }))['input'];
      await arriving.keep();
      return { input: read ?? null, discard: () => arriving.batch.discard() };
    } catch (error) {
      await arriving.batch.discard();
      throw error;
    }
  }

  #batchOf({ caller, workspaceId, executionId, requestId, source }: Sender): FileBatch {
    const accountId = caller.account.organizationId ?? caller.account.userId;
    return this.batches.begin({ workspaceId, accountId, meta: { ...actorOf(caller), requestId, correlationId: executionId, ...source } });
  }

  async #readInput(files: FileFields, input: JsonObject): Promise<JsonObject> {
    const outer = await this.#readIn(files, input);
    const inner = outer['input'];
    return isJsonObject(inner) && !files.names.includes('input') ? { ...outer, input: await this.#readIn(files, inner) } : outer;
  }

  async #readIn(files: FileFields, record: JsonObject): Promise<JsonObject> {
    const read: [string, Json][] = [];
    for (const field of files.names.filter((each) => Object.hasOwn(record, each))) {
      const value = record[field] ?? null;
      if (isStructured(value)) read.push([field, await this.#readAll(files, placeOf(field, value))]);
      // A block would take the text as the name of a file.
      else if (value !== null && value !== '' && !files.namer.mayRead) throw noFile([field]);
    }
    return { ...record, ...Object.fromEntries(read) };
  }

  /** One file at a time, since each may be large. */
  async #readAll(files: FileFields, { field, isList, items }: Place): Promise<Json> {
    if (items.length > mostFiles) throw invalidField([field], `${field} must not hold more than ${mostFiles} files`, 'out_of_range');
    const read: Json[] = [];
    for (const [index, item] of items.entries()) {
      const place = { item, path: isList ? [field, index] : [field] };
      const file = await files.arriving.at(place, () => this.#readOne(files, place));
      if (file !== undefined) read.push(file);
    }
    return read;
  }

  /** Undefined for data that cannot be read. An item that is no file stays as it was sent where its sender may read files. */
  async #readOne({ namer, arriving: { batch, workspaceId } }: FileFields, { item, path }: Item): Promise<Json | undefined> {
    const { type, data, url, id, key } = isJsonObject(item) ? item : { id: item };
    if (type === 'file' && typeof data === 'string') return this.#add(batch, item, fromDataUrl(data));
    const address = data ?? url;
    if (type === 'url' && typeof address === 'string') return this.#add(batch, item, await this.#fetched(address, workspaceId));
    const reference = id ?? key;
    if (typeof reference !== 'string') {
      if (namer.mayRead) return item;
      throw noFile(path);
    }
    return { ...runFile(await this.queries.execute(new FindNamedFile(workspaceId, reference, namer)), this.config.baseUrl) };
  }

  /** The run sees the name that was sent. */
  async #add(batch: FileBatch, item: Json, sent: SentFile | undefined): Promise<JsonObject | undefined> {
    if (sent === undefined) return undefined;
    if (sent.content.length > mostBytes) throw invalidField('file', 'A file must not have more than 20 MB');
    const [name, mime] = [nameOf(item), isJsonObject(item) ? item['mime'] : undefined];
    const file = { name, mediaType: typeof mime === 'string' ? mime : sent.mediaType, content: sent.content };
    return { ...runFile(await batch.add(file), this.config.baseUrl), name };
  }

  async #fetched(url: string, tenant: string): Promise<SentFile> {
    const { status, headers, body } = await this.outbound.send({ url, method: 'GET', timeoutMs, maxResponseBytes: mostBytes, tenant });
    if (status < 200 || status > 299) throw invalidField('file', `The address of the file answered with ${status}`);
    return { mediaType: headers['content-type'] ?? '', content: Buffer.from(body) };
  }
}

/** The files of one input while they are read. Refusals name the file that they are about. */
class ArrivingFiles {
  #last: Item = { item: null, path: [] };

  constructor(
    readonly batch: FileBatch,
    readonly workspaceId: string,
  ) {}

  async at<Result>(place: Item, work: () => Promise<Result>): Promise<Result> {
    this.#last = place;
    return work().catch((error: unknown) => {
      throw notStored(place, error);
    });
  }

  /** The room that there was for each of them may be taken by now. */
  async keep(): Promise<void> {
    await this.at(this.#last, () => this.batch.keep());
  }
}

/** The fields that hold files: `files` does in every start that does not declare something else, unless it may be anything. */
function fileFields(fields: readonly InputField[], mayBeAnything: boolean): readonly string[] {
  const names = fields.filter(({ type }) => type === 'file[]').map(({ name }) => name);
  return mayBeAnything || fields.some(({ name }) => name === 'files') ? names : [...names, 'files'];
}

function isStructured(value: Json): value is JsonObject | readonly Json[] {
  return typeof value === 'object' && value !== null;
}

function placeOf(field: string, value: JsonObject | readonly Json[]): Place {
  return isJsonObject(value) ? { field, isList: false, items: [value] } : { field, isList: true, items: value as readonly Json[] };
}

function noFile(path: readonly (string | number)[]): DomainError {
  return invalidField(path, `${path.join('.')} must be the content or the address of a file`, 'invalid_file');
}

/** The sentence is the one that callers know; the detail gives the reason. */
function notStored({ item, path }: Item, error: unknown): unknown {
  const isRefusal = error instanceof OutboundFailure || (error instanceof DomainError && error.kind !== 'unavailable');
  if (!isRefusal) return error;
  const name = nameOf(item);
  const shown = name.length > longestShownName ? `${name.slice(0, longestShownName)}…` : name;
  const details = [{ path, message: error.message, code: 'invalid_file' }];
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
