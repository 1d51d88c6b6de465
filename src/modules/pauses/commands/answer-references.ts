import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { Config } from '#host/config/config.js';
import { DomainError, invalidField } from '#kernel/errors.js';
import { type Json, type JsonObject } from '#kernel/json.js';
import { type ResumeField } from '#engine/pause.js';
import { answerObject, readTyped } from '#engine/values/check-answer.js';
import { FindNamedFile, type FileNamer, type StagedFile } from '#modules/files/index.js';
import { runFile } from '#modules/runs/index.js';

/** An answer that fits its form, with the files that became part of it. */
export interface NamingAnswer {
  readonly workspaceId: string;
  readonly fields: readonly ResumeField[];
  readonly input: Json;
  readonly staged: readonly StagedFile[];
}

/** The files that answers name in their fields with files. */
@Injectable()
export class AnswerReferences {
  constructor(
    private readonly queries: QueryBus,
    private readonly config: Config,
  ) {}

  /**
   * The answer with what is stored about each file, in place of what was sent about it. Of who may read files it stays as it was sent.
   * @throws DomainError invalid for what is no file that they can name
   */
  async resolved({ workspaceId, fields, input, staged }: NamingAnswer, namer: FileNamer): Promise<Json> {
    const sent = answerObject(input);
    const holding = fields.filter(({ name, type }) => type === 'file[]' && Object.hasOwn(sent, name));
    if (namer.mayRead || holding.length === 0) return input;
    const stagedIds = new Set<Json | undefined>(staged.map(({ view }) => view.id));
    const resolved: [string, Json][] = [];
    for (const { name } of holding) {
      const read = readTyped('file[]', sent[name] ?? null);
      // What is no list is empty here, and the default of the field takes its place.
      if (!('value' in read) || !Array.isArray(read.value)) continue;
      const files: Json[] = [];
      for (const file of read.value as readonly JsonObject[]) {
        files.push(stagedIds.has(file['id']) ? file : await this.#stored(workspaceId, { name, file }, namer));
      }
      resolved.push([name, files]);
    }
    return { ...sent, ...Object.fromEntries(resolved) };
  }

  async #stored(
    workspaceId: string,
    { name, file: { id } }: { readonly name: string; readonly file: JsonObject },
    namer: FileNamer,
  ): Promise<Json> {
    try {
      if (typeof id === 'string')
        return { ...runFile(await this.queries.execute(new FindNamedFile(workspaceId, id, namer)), this.config.baseUrl) };
    } catch (error) {
      if (!(error instanceof DomainError) || error.kind !== 'not-found') throw error;
    }
    throw invalidField(
      name,
      `${name} must be files of this answer, or by their ids files that were sent to this run before`,
      'invalid_file',
    );
  }
}
