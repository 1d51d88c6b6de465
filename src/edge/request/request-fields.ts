import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { buildMessage, IsBoolean, IsInt, IsString, Length, Matches, Max, Min, ValidateBy, ValidateIf } from 'class-validator';
import { invalid, invalidField } from '#kernel/errors.js';
import { isHardToSee } from '#kernel/text/file-name-problem.js';

/** The field may be left out. Null is not the same: it has to pass the other rules. */
export const MayBeAbsent = (): PropertyDecorator => ValidateIf((_, value) => value !== undefined);

/** Refuses fields that callers may expect but that are not supported here, with the reason. */
export const Refuses =
  (fields: readonly string[], reason: string): ClassDecorator =>
  ({ prototype }) => {
    const validator = { validate: () => false, defaultMessage: buildMessage(() => `$property is not supported: ${reason}`) };
    for (const field of fields) applyDecorators(MayBeAbsent(), ValidateBy({ name: 'isIn', validator }))(prototype as object, field);
  };

/** The message for a filter that is present and has no value: it is more probably a mistake, such as an unset variable, than a wish for all. */
export const emptyFilter = '$property must not be empty: leave it out for all';

/** Text of 1 to `max` characters once the space around it is gone. */
export const IsText = (max: number): PropertyDecorator =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value)),
    IsString(),
    Length(1, max, { message: `$property must have 1 to ${max} characters` }),
  );

/** A name that people see in lists: `IsText`, without characters that control, hide or reverse text. */
export const IsVisibleName = (max: number): PropertyDecorator =>
  applyDecorators(
    IsText(max),
    ValidateBy({
      name: 'isVisible',
      validator: {
        validate: (value) => typeof value !== 'string' || !isHardToSee(value),
        defaultMessage: buildMessage(() => '$property must not contain control characters or invisible characters'),
      },
    }),
  );

/** An id as a parameter: any text without space. Validation does not check whether the object exists. */
export const IsIdentifier = (): PropertyDecorator =>
  applyDecorators(IsString(), Matches(/^\S{1,128}$/, { message: '$property must be 1 to 128 characters without space' }));

/**
 * A date or a date and time in ISO 8601, of the years 1 to 9999 in UTC; becomes `2031-03-04T05:06:07.000Z`. Without a time zone it is
 * taken as UTC.
 */
export const IsMoment = (): PropertyDecorator =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) => asMoment(value) ?? value),
    ValidateBy({
      name: 'isMoment',
      validator: {
        validate: (value) => asMoment(value) !== undefined,
        defaultMessage: buildMessage(() => '$property must be a date and time such as 2031-03-04T05:06:07.000Z'),
      },
    }),
  );

const moment = /^(\d{4}-\d\d-(\d\d))(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?)?$/;
const commonYear = /^(?!0000)\d{4}-/;

function asMoment(value: unknown): string | undefined {
  const [text, date, day, zone] = (typeof value === 'string' ? moment.exec(value) : null) ?? [];
  if (text === undefined) return undefined;
  const time = Date.parse(text === date || zone !== undefined ? text : `${text}Z`);
  // The parser would turn February 30 into a day in March.
  if (Number.isNaN(time) || new Date(`${date}T00:00:00Z`).getUTCDate() !== Number(day)) return undefined;
  const iso = new Date(time).toISOString();
  // A time zone can move the moment out of the four-digit years; a database has no year 0.
  return commonYear.test(iso) ? iso : undefined;
}

type Bounds<Name extends string> = { readonly [Field in Name]?: string | number | undefined };

/** Bounds are inclusive; moments as `IsMoment` leaves them. @throws DomainError (invalid) naming each upper bound below its lower one */
export function refuseReversed<Name extends string>(request: Bounds<Name>, ranges: readonly (readonly [from: Name, to: Name])[]): void {
  const reversed = ranges.filter(([from, to]) => {
    const [lowest, highest] = [request[from], request[to]];
    return lowest !== undefined && highest !== undefined && lowest > highest;
  });
  if (reversed.length === 0) return;
  throw invalid(reversed.map(([from, to]) => ({ path: [to], message: `${to} must not be below ${from}`, code: 'reversed' })));
}

/** @throws DomainError (invalid) for a request that has both fields, of which one would have no effect */
export function refuseTogether<Name extends string>(request: Bounds<Name>, field: Name, other: Name): void {
  if (request[field] === undefined || request[other] === undefined) return;
  throw invalidField(field, `${field} must not be given together with ${other}`);
}

const booleans = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/** `true`, `false`, `1` or `0` in any case. */
export const QueryBoolean = (): PropertyDecorator =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) => booleans.get(String(value).toLowerCase()) ?? value),
    IsBoolean({ message: '$property must be true or false' }),
  );

/** A whole number from `min` to `max`. */
export const QueryInteger = (min: number, max: number): PropertyDecorator => {
  const message = `$property must be a whole number from ${min} to ${max}`;
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value)),
    IsInt({ message }),
    Min(min, { message }),
    Max(max, { message }),
  );
};
