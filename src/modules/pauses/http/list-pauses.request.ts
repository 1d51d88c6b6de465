import { Transform } from 'class-transformer';
import { ArrayMinSize, Equals, IsArray, IsIn } from 'class-validator';
import { PageRequest } from '#edge/request/page.request.js';
import { IsIdentifier, MayBeAbsent } from '#edge/request/request-fields.js';
import { questionStatuses, type QuestionStatus } from '../queries/pauses-statement.js';

/** `a,b`: each status once and sorted, so that a cursor is valid for the same list in any order. */
function asStatuses({ value }: { value: unknown }): unknown {
  if (typeof value !== 'string') return value;
  return [...new Set(value.split(',').map((each) => each.trim()))].toSorted((one, other) => (one < other ? -1 : 1));
}

/** The query of a list of questions. */
export class ListPausesRequest extends PageRequest {
  /** Id of the workspace. */
  @IsIdentifier()
  workspaceId!: string;

  /** Return questions with these statuses only, separated by commas: `open`, `answered`, `expired`, `closed`. */
  @Transform(asStatuses)
  @IsIn(questionStatuses, { each: true, message: `status must be a comma-separated list of ${questionStatuses.join(', ')}` })
  @ArrayMinSize(1)
  @IsArray()
  status: QuestionStatus[] = ['open'];

  /** `me` returns only open questions that the user of the caller may answer and has not answered, and others that they have answered. */
  @MayBeAbsent()
  @Equals('me', { message: 'for must be "me"' })
  for?: 'me';
}
