import type { Request } from 'express';
import { invalidField, type DomainError } from '#kernel/errors.js';
import { readBytes } from './body-bytes.js';
import { unstorable } from './parse-json.js';

const maxBytes = 1024 * 1024;
const formType = /^application\/x-www-form-urlencoded[ \t]*(?:;|$)/i;
const routes = new WeakSet<object>();

/** The values of a form by the names of its fields. Of a repeated name the last value counts. */
export type Form = ReadonlyMap<string, string>;

/** A route that takes a form from a page: its body is a `Form` of at most 1 MiB. No other route takes a form. */
export const TakesForm = (): MethodDecorator => (_target, _name, descriptor) => {
  if (typeof descriptor.value === 'function') routes.add(descriptor.value);
};

/** Whether the request has a form and its route takes one. */
export function isForm({ headers }: Request, route: object): boolean {
  return formType.test(headers['content-type'] ?? '') && routes.has(route);
}

/** Reads a form into `request.body`. Every refusal goes to `next` as a DomainError. */
export function readForm(request: Request, next: (error?: unknown) => void): void {
  readBytes(request, maxBytes, (error, body) => {
    if (body === undefined) return next(error);
    const form: Form = new Map(new URLSearchParams(body.toString()));
    const problem = unstorableField(form);
    if (problem !== undefined) return next(problem);
    request.body = form;
    next();
  });
}

/** The error for a form with a character that cannot be stored. */
export function unstorableField(form: Form): DomainError | undefined {
  for (const [field, value] of form) {
    const problem = unstorable(field) ?? unstorable(value);
    if (problem !== undefined) return invalidField(field.replaceAll('\0', '').toWellFormed(), problem);
  }
  return undefined;
}
