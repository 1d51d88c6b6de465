import { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import multer from 'multer';
import { DomainError, invalidField } from '#kernel/errors.js';

/** A file in a form, with its content. */
export interface SentFile {
  readonly field: string;
  readonly name: string;
  readonly mediaType: string;
  readonly content: Buffer;
}

export interface SentForm {
  readonly fields: readonly (readonly [string, string])[];
  readonly files: readonly SentFile[];
}

const mostFiles = 20;
const mostFields = 1_000;
const limits = { files: mostFiles, fields: mostFields, parts: mostFiles + mostFields, fieldNameSize: 200, fieldNestingDepth: 0 };

/** Reads a form from the bytes whose signature was checked. @throws DomainError if it is none, or has too many parts */
export function readMultipart(contentType: string, body: Buffer): Promise<SentForm> {
  const headers = { 'content-type': contentType, 'content-length': String(body.length) };
  const request = Object.assign(Readable.from([body], { objectMode: false }), { headers });
  const read = multer({ storage: multer.memoryStorage(), limits, preservePath: true, defParamCharset: 'utf8' }).any();
  return new Promise((resolve, reject) => {
    read(request as unknown as Request, {} as Response, (error: unknown) => {
      const { body: fields, files } = request as unknown as Request;
      if (error === undefined || error === null) resolve({ fields: fieldsOf(fields), files: filesOf(files) });
      else reject(error instanceof DomainError ? error : refusalOf(error));
    });
  });
}

function refusalOf(error: unknown): DomainError {
  const isLimit = error instanceof multer.MulterError && error.code.startsWith('LIMIT_');
  const message = isLimit
    ? `The form must not have more than ${mostFiles} files and ${mostFields} fields with names of up to 200 characters`
    : 'Request body must be valid multipart form data';
  return invalidField([], message);
}

function fieldsOf(body: unknown): SentForm['fields'] {
  return Object.entries((body ?? {}) as Readonly<Record<string, string | readonly string[]>>).flatMap(([name, value]) =>
    (typeof value === 'string' ? [value] : value).map((text) => [name, text] as const),
  );
}

function filesOf(files: Request['files']): readonly SentFile[] {
  return (Array.isArray(files) ? files : []).map(({ fieldname, originalname, mimetype, buffer }) => ({
    field: fieldname,
    name: originalname,
    mediaType: mimetype,
    content: buffer,
  }));
}
