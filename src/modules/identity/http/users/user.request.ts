import { IsBoolean } from 'class-validator';
import { IsText, MayBeAbsent } from '#edge/request/request-fields.js';
import { IsEmailAddress } from '../email-address.js';

/**
 * A user as they are to be.
 * @example {"email": "ada@example.org", "name": "Ada"}
 */
export class CreateUserRequest {
  @IsEmailAddress()
  email!: string;

  @IsText(255)
  name!: string;
}

/**
 * What is to be otherwise.
 * @example {"suspended": true}
 */
export class ChangeUserRequest {
  @MayBeAbsent()
  @IsText(255)
  name?: string;

  /** Whether the user runs the server. */
  @MayBeAbsent()
  @IsBoolean()
  isOperator?: boolean;

  @MayBeAbsent()
  @IsBoolean()
  suspended?: boolean;
}
