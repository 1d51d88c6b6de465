import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsInt, IsNotEmpty, IsNumber, IsString, Matches, MaxLength, Min } from 'class-validator';
import { emptyFilter } from '#edge/request/request-fields.js';

const mostMembers = 100;
const longestName = 200;

/** `a,b,c`; empty members are ignored, but a list without any other is refused. */
export const QueryList = (): PropertyDecorator =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string'
        ? value
            .split(',')
            .map((member) => member.trim())
            .filter((member) => member !== '')
        : value,
    ),
    IsString({ each: true }),
    ArrayMinSize(1, { message: emptyFilter }),
    MaxLength(longestName, { each: true, message: `members of $property must have at most ${longestName} characters` }),
    ArrayMaxSize(mostMembers, { message: `$property must have at most ${mostMembers} members` }),
    IsArray(),
  );

/** A name that must match exactly. */
export const QueryName = (): PropertyDecorator =>
  applyDecorators(IsString(), MaxLength(longestName, { message: `$property must have at most ${longestName} characters` }));

/** A name that a filter must match exactly. */
export const FilterName = (): PropertyDecorator => applyDecorators(QueryName(), IsNotEmpty({ message: emptyFilter }));

/** A part of a text. The index needs three letters or digits in a row. */
export const QueryText = (): PropertyDecorator => {
  const message = `$property must have three letters or digits in a row and at most ${longestName} characters`;
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value)),
    IsString(),
    IsNotEmpty({ message: emptyFilter }),
    MaxLength(longestName, { message }),
    Matches(/[\p{L}\p{N}]{3}/u, { message }),
  );
};

/** A decimal number, at least zero. */
export const QueryNumber = (): PropertyDecorator => {
  const message = '$property must be a number';
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => asNumber(value)),
    IsNumber({ allowNaN: false, allowInfinity: false }, { message }),
    notNegative(),
  );
};

/** A whole number of milliseconds, at least zero. */
export const QueryMilliseconds = (): PropertyDecorator => {
  const message = '$property must be a whole number of milliseconds';
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => asSafeInteger(asNumber(value))),
    IsInt({ message }),
    notNegative(),
  );
};

/** A whole number. Below `min` or above `max`, the nearest bound is used. */
export const ClampedInteger = (min: number, max: number): PropertyDecorator => {
  const clamp = (value: unknown): unknown => (isDigits(value) ? Math.min(max, Math.max(min, Number(value))) : value);
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => clamp(value)),
    IsInt({ message: '$property must be a whole number' }),
  );
};

function isDigits(value: unknown): boolean {
  return typeof value === 'string' && /^-?\d+$/.test(value);
}

function notNegative(): PropertyDecorator {
  return Min(0, { message: '$property must not be negative' });
}

function asNumber(value: unknown): unknown {
  return typeof value === 'string' && /^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(value.trim()) ? Number(value) : value;
}

/** What is not kept exactly is not a number of ours. */
function asSafeInteger(value: unknown): unknown {
  return typeof value === 'number' && !Number.isSafeInteger(value) ? Number.NaN : value;
}

/** A class for bodies, where lists are lists: a text is not split. */
export const TakesLists =
  (fields: readonly string[]): ClassDecorator =>
  ({ prototype }) => {
    const asSent = Transform(({ obj, key }: { obj: Readonly<Record<string, unknown>>; key: string }) => obj[key]);
    for (const field of fields) asSent(prototype as object, field);
  };
