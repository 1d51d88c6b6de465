import { Injectable } from '@nestjs/common';
import { Config } from '#host/config/config.js';
import type { FormFile, SentFile } from '#edge/upload/intake.js';
import { StorageAllowance, type StorageAccount } from '#ledger/objects/storage-allowance.js';
import { DomainError, invalidField } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import { Ids } from '#kernel/ids.js';
import type { Json } from '#kernel/json.js';
import { FileWriter, prefixedName, type StagedFile } from '#modules/files/index.js';
import { runFile } from '#modules/runs/index.js';
import { AnswerGate, type Answering } from '../commands/answer-gate.js';
import { mostFiles } from '../page/form/form-field.js';
import { fieldOf } from '../page/form/sent-form.js';
import type { PagePoint, PageProblem } from '../page/pause-page.js';

/** Who answers which question, and where its files are stored. */
export interface FilesPlace {
  readonly workspaceId: string;
  readonly point: PagePoint;
  readonly answering: Answering;
}

/** The files of an answer: what the answer says of them, and what becomes durable with it. */
export interface AnswerFiles {
  /** By field name. */
  readonly values: ReadonlyMap<string, readonly Json[]>;
  readonly staged: readonly StagedFile[];
  readonly problems: readonly PageProblem[];
}

/** Files that people send with their answers on the page. */
@Injectable()
export class FilesOfAnswers {
  constructor(
    private readonly gate: AnswerGate,
    private readonly allowance: StorageAllowance,
    private readonly writer: FileWriter,
    private readonly ids: Ids,
    private readonly config: Config,
  ) {}

  /** The account whose storage a file uses. @throws DomainError when the question takes no such file, so that its bytes are not stored */
  async admit({ workspaceId, point, answering }: FilesPlace, file: SentFile): Promise<StorageAccount> {
    const { status, hindrance, fields } = point;
    if (status !== 'open' || hindrance !== null) throw new DomainError('conflict', 'CONFLICT', 'The question takes no answer');
    const name = fieldOf(file.field);
    const isAsked = fields.some((field) => field.name === name && field.type === 'file[]');
    if (!isAsked) throw invalidField(name ?? file.field, 'The question asks for no file in this field');
    const account = await this.gate.payer({ workspaceId }, answering);
    return this.allowance.of({ account });
  }

  /** File names are unique in a workspace, so the stored name has a prefix. The run sees the name that was sent. */
  async stage({ workspaceId, point, answering }: FilesPlace, files: readonly FormFile[], meta: EventMeta): Promise<AnswerFiles> {
    const account = this.allowance.of({ account: await this.gate.payer({ workspaceId }, answering) });
    const uploadedByEmail = answering.by === 'link' && answering.email !== null ? { uploadedByEmail: answering.email } : {};
    const values = new Map<string, Json[]>();
    const staged: StagedFile[] = [];
    const problems: PageProblem[] = [];
    for (const { field, name, mediaType, stored } of files) {
      const fieldName = fieldOf(field) ?? field;
      const known = point.fields.some((each) => each.name === fieldName) ? fieldName : null;
      try {
        if (stored instanceof DomainError) throw stored;
        const id = this.ids.next();
        const stagedAs = prefixedName(id, name);
        const file = this.writer.stage({ id, workspaceId, name: stagedAs, mediaType, stored, account, ...uploadedByEmail, meta });
        staged.push(file);
        values.set(fieldName, [...(values.get(fieldName) ?? []), { ...runFile(file.view, this.config.baseUrl), name }]);
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        problems.push({ field: known, message: `${name}: ${error.message}` });
      }
    }
    const tooMany = [...values].filter(([, list]) => list.length > mostFiles);
    for (const [field] of tooMany) problems.push({ field, message: `${field} must not have more than ${mostFiles} files` });
    return { values, staged, problems };
  }
}
