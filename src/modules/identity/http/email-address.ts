import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsString, Matches } from 'class-validator';

/** An e-mail address, compared without regard to case. Whether the mailbox exists is not checked. */
export const IsEmailAddress = (): PropertyDecorator =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim().toLowerCase() : value)),
    IsString(),
    Matches(/^[^\s@]{1,64}@[^\s@]{1,190}$/, { message: '$property must be an e-mail address' }),
  );
