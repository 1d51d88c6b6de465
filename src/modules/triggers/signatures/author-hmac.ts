import type { FieldProblem } from '../domain/block-fields.js';
import type { HmacCheck } from './signature-check.js';
import { placeholders } from './signed-text.js';

const algorithms = ['sha256', 'sha1', 'sha512'] as const;
const encodings = ['hex', 'base64'] as const;
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/;

/** The sub-blocks of `verification: hmac` as text; empty for one that is not set. */
export type HmacFields = Readonly<
  Record<'hmacHeader' | 'hmacAlgorithm' | 'hmacEncoding' | 'hmacPrefix' | 'hmacTemplate' | 'hmacTimestampHeader', string>
>;

/** The check that an author describes, or the problems of the description. */
export function authorHmac(fields: HmacFields): HmacCheck | readonly FieldProblem[] {
  const template = fields.hmacTemplate || '{body}';
  const algorithm = algorithms.find((one) => one === (fields.hmacAlgorithm || 'sha256'));
  const encoding = encodings.find((one) => one === (fields.hmacEncoding || 'hex'));
  const details: FieldProblem[] = [...headerProblems(fields), ...templateProblems(template, fields.hmacTimestampHeader !== '')];
  if (algorithm === undefined) details.push(problem('hmacAlgorithm', `is not one of ${algorithms.join(', ')}`));
  if (encoding === undefined) details.push(problem('hmacEncoding', `is not one of ${encodings.join(', ')}`));
  if (details.length > 0 || algorithm === undefined || encoding === undefined) return details;
  const header = fields.hmacTimestampHeader.toLowerCase();
  return {
    kind: 'hmac',
    algorithm,
    encoding,
    header: fields.hmacHeader.toLowerCase(),
    prefix: fields.hmacPrefix,
    template,
    key: 'text',
    ...(header === '' ? {} : { timestamp: { in: { header }, unit: 'any' } }),
  };
}

function headerProblems({ hmacHeader, hmacTimestampHeader }: HmacFields): readonly FieldProblem[] {
  const message = 'is not the name of a header';
  return [
    ...(headerName.test(hmacHeader) ? [] : [problem('hmacHeader', message)]),
    ...(hmacTimestampHeader === '' || headerName.test(hmacTimestampHeader) ? [] : [problem('hmacTimestampHeader', message)]),
  ];
}

/** A signature that does not cover the body, or a time that is not signed, would protect nothing. */
function templateProblems(template: string, isTimed: boolean): readonly FieldProblem[] {
  const used = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const unknown = used.find((name) => !placeholders.includes(name) || name === 'id' || name === 'form');
  if (unknown !== undefined) return [problem('hmacTemplate', `contains {${unknown}}: use {body}, {timestamp} and {url}`)];
  if (!used.includes('body')) return [problem('hmacTemplate', 'does not contain {body}')];
  if (isTimed === used.includes('timestamp')) return [];
  const message = isTimed ? 'does not contain {timestamp}: the time must be signed' : 'contains {timestamp}: set hmacTimestampHeader';
  return [problem('hmacTemplate', message)];
}

function problem(field: string, rest: string): FieldProblem {
  return { field, what: `has a ${field} that ${rest}`, code: 'invalid_value' };
}
