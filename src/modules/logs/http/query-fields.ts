import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsArray, IsInt, IsNumber, IsString } from 'class-validator';

/** `a,b,c`; empty members are dropped. */
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
    IsArray(),
  );

/** A decimal number. */
export const QueryNumber = (): PropertyDecorator => {
  const message = '$property must be a number';
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => asNumber(value)),
    IsNumber({ allowNaN: false, allowInfinity: false }, { message }),
  );
};

/** A whole number of milliseconds. */
export const QueryMilliseconds = (): PropertyDecorator => {
  const message = '$property must be a whole number of milliseconds';
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => asSafeInteger(asNumber(value))),
    IsInt({ message }),
  );
};

/** A whole number; one outside of `min` to `max` becomes the nearer of the two. */
export const ClampedInteger = (min: number, max: number): PropertyDecorator => {
  const clamp = (value: unknown): unknown => (Number.isInteger(value) ? Math.min(max, Math.max(min, Number(value))) : value);
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => clamp(asNumber(value))),
    IsInt({ message: '$property must be a whole number' }),
  );
};

function asNumber(value: unknown): unknown {
  return typeof value === 'string' && /^[+-]?\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : value;
}

/** What is not kept exactly is not a number of ours. */
function asSafeInteger(value: unknown): unknown {
  return typeof value === 'number' && !Number.isSafeInteger(value) ? Number.NaN : value;
}
