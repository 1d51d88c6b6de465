import type { Request, Response } from 'express';
import multer from 'multer';
import { DomainError, invalidField } from '#kernel/errors.js';
import { fieldsOf, type FilledForm, type FormFile, type Intake } from './intake.js';
import { bodyTooLarge, textTooLarge, uploadLimits } from './upload-limits.js';

/** What a form may contain. */
export interface FormShape {
  /** The only field that may have a file; null: every field may. */
  readonly fileField: string | null;
  readonly mostFiles: number;
  readonly mostFields: number;
  /** Largest size of the value of a field. */
  readonly fieldBytes: number;
  /** Largest size of the form beside the bytes of its files. */
  readonly textBytes: number;
}

const multipart = /^multipart\/form-data\b/i;

/** Whether the request has a form that may contain files. */
export function isMultipart({ headers }: Request): boolean {
  return multipart.test(headers['content-type'] ?? '');
}

/** Reads the form to its end. The intake takes its files. @throws DomainError when it cannot be read or is too large */
export function readForm(response: Response, storage: Intake, shape: FormShape): Promise<FilledForm> {
  const request = response.req;
  const { fileField, mostFiles: files, mostFields: fields, fieldBytes: fieldSize } = shape;
  return new Promise((resolve, reject) => {
    const form = multer({
      storage,
      limits: { files, fields, fieldSize, parts: files + fields, fieldNameSize: 200, fieldNestingDepth: 0 },
      // A path is refused, not shortened to its last part.
      preservePath: true,
      defParamCharset: 'utf8',
    });
    const read = fileField === null ? form.any() : form.single(fileField);
    read(request, response, (error: unknown) => {
      if (storage.fault !== undefined) reject(storage.fault.error as Error);
      else if (error !== undefined && error !== null)
        reject(error instanceof DomainError ? error : (otherFiles(error, fileField) ?? unreadable()));
      else if (!isMultipart(request)) reject(unreadable());
      else resolve({ fields: fieldsOf(request), files: filesOf(request) });
    });
    limitBody(
      response,
      () => storage.fileBytes + shape.textBytes,
      (problem) => {
        reject(problem);
        storage.breakOff(problem);
      },
    );
  });
}

/** For a form without a stated length. It may never end, so the answer does not wait for its end. */
function limitBody(response: Response, allowed: () => number, refuse: (error: DomainError) => void): void {
  const request = response.req;
  let size = 0;
  let isOver = false;
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    const problem = size > uploadLimits.body ? bodyTooLarge : size > allowed() ? textTooLarge : undefined;
    if (isOver || problem === undefined) return;
    isOver = true;
    request.unpipe();
    request.resume();
    response.setHeader('Connection', 'close');
    refuse(problem());
  });
}

function filesOf({ file, files }: Request): readonly FormFile[] {
  const all = Array.isArray(files) ? files : file === undefined ? [] : [file];
  return all.map((each) => {
    const { stored } = each as unknown as Pick<FormFile, 'stored'>;
    return { field: each.fieldname, name: each.originalname, mediaType: each.mimetype, stored };
  });
}

const ofOtherFiles: ReadonlySet<unknown> = new Set(['LIMIT_UNEXPECTED_FILE', 'LIMIT_FILE_COUNT']);

/** A form that can be read and has other files than it may; undefined for another error. */
function otherFiles(error: unknown, fileField: string | null): DomainError | undefined {
  const isOf = fileField !== null && error instanceof multer.MulterError && ofOtherFiles.has(error.code);
  return isOf ? invalidField([], `A form must have one file, in the field ${fileField}`) : undefined;
}

function unreadable(): DomainError {
  return invalidField([], 'Request body must be valid multipart form data');
}
