import { errorAnswer } from '#edge/answer/error-answer.js';
import type { FormFile } from '#edge/upload/intake.js';
import { uploadLimits } from '#edge/upload/upload-limits.js';
import { DomainError, type ErrorDetail } from '#kernel/errors.js';
import type { Attempt, PagePoint, PageProblem } from '../page/pause-page.js';
import { lostFiles } from '../page/form/sent-form.js';

/** Why an answer was refused. */
export interface Refusal {
  readonly status: number;
  readonly retryAfterSeconds?: number | undefined;
  readonly problems: readonly PageProblem[];
}

/** Whether the page has a form for the question. */
export function canAnswer({ status, hindrance }: PagePoint): boolean {
  return status === 'open' && hindrance === null;
}

/** With what is to be repeated: a page cannot fill in files. */
export function attemptOf(point: PagePoint, { values, problems }: Refusal & Pick<Attempt, 'values'>): Attempt {
  const lost = canAnswer(point) ? lostFiles(point.fields, values) : [];
  return { values, problems: [...problems, ...lost.filter(({ field }) => problems.every((each) => each.field !== field))] };
}

/** The status of the first file that could not be stored. */
export function statusOfFiles(files: readonly FormFile[]): number | undefined {
  const [problem] = files.flatMap(({ stored }) => (stored instanceof DomainError ? [stored] : []));
  return problem === undefined ? undefined : errorAnswer(problem).status;
}

/** The refusal of an answer that is too large, at the field for files. */
export function tooMuch(point: PagePoint | undefined): Refusal {
  const field = point?.fields.find(({ type }) => type === 'file[]')?.name ?? null;
  const message = `The answer is too large. Its files may have ${uploadLimits.file / 1024 / 1024} MB together.`;
  return { status: 413, problems: [{ field, message }] };
}

/** The refusal with the status that the API has for the error. */
export function refusalOf(error: DomainError): Refusal {
  const { status, retryAfterSeconds } = errorAnswer(error);
  return { status, retryAfterSeconds, problems: problemsOf(error) };
}

function problemsOf({ message, details = [] }: DomainError): readonly PageProblem[] {
  return details.length === 0 ? [{ field: null, message }] : problemsIn(details);
}

/** Each detail as a problem of the field that it names. */
export function problemsIn(details: readonly ErrorDetail[]): readonly PageProblem[] {
  return details.map(({ path, message }) => ({ field: String(path[0] ?? ''), message }));
}
