import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { unstorableField } from '#edge/body/form-body.js';
import { unknownNames } from '#edge/request/unknown-names.js';
import { Uploads } from '#edge/upload/uploads.js';
import { invalid, invalidField } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import type { JsonObject } from '#kernel/json.js';
import { conversationOrigin } from '#modules/files/index.js';
import type { KeepFiles } from '../talk/talk.js';
import type { OpenChat } from '../talk/open-chats.js';
import { VisitorFiles } from '../talk/visitor-files.js';
import { isSilent, mostFiles, readMessage, tooManyFiles, type DataFile, type VisitorMessage } from '../talk/visitor-message.js';

const textFields = ['input', 'conversationId'];

/** A message and how its files are stored. They are stored once it may begin a run. */
type FilledMessage = VisitorMessage & { readonly keepFiles: KeepFiles };

/** Messages with files. The files of a form are written to storage as they arrive. */
@Injectable()
export class MessageForms {
  constructor(
    private readonly uploads: Uploads,
    private readonly files: VisitorFiles,
  ) {}

  keepData(open: OpenChat, files: readonly DataFile[], meta: EventMeta): Promise<readonly JsonObject[]> {
    return this.files.keep(open, files, meta);
  }

  /** Reads a form and does `work` with its message. @throws DomainError for a form that is no message, or has files that cannot be stored */
  async receive(open: OpenChat, response: Response, meta: EventMeta, work: (message: FilledMessage) => Promise<void>): Promise<void> {
    let count = 0;
    const admit = async (): Promise<ReturnType<VisitorFiles['accountOf']>> => {
      count += 1;
      if (count > mostFiles) throw tooManyFiles();
      return this.files.accountOf(open);
    };
    await this.uploads.receiveForm({ response, admit }, async ({ fields, files }) => {
      const unknown = unknownNames('form', fields.keys(), textFields);
      if (unknown.length > 0) throw invalid(unknown);
      const problem = unstorableField(fields);
      if (problem !== undefined) throw problem;
      const message = readMessage(Object.fromEntries(fields));
      if (isSilent({ ...message, files })) throw invalidField('input', 'input is required', 'required');
      const keepFiles: KeepFiles = (id) => this.files.keepForm(open, files, { ...meta, correlationId: conversationOrigin(id) });
      await work({ ...message, keepFiles });
    });
  }
}
