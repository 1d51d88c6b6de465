import { IsBoolean } from 'class-validator';
import { IsText, MayBeAbsent } from '#edge/request/request-fields.js';
import { IsEmailAddress } from '../email-address.js';

/**
 * A user as they are to be.
 * @example {"email": "ada@example.org", "name": "Ada"}
 */
export class CreateUserRequest {
  /** E-mail address of the user. */
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
  /** Name of the user. */
  @MayBeAbsent()
  @IsText(255)
  name?: string;

  /** Whether the user runs the server. */
  @MayBeAbsent()
  @IsBoolean()
  isOperator?: boolean;

  /** Whether the user is suspended: all keys of a suspended user are refused. */
  @MayBeAbsent()
  @IsBoolean()
  suspended?: boolean;
}

/**
 * What is to be otherwise with oneself.
 * @example {"name": "Ada Lovelace"}
 */
export class ChangeOwnUserRequest {
  /** Name of the user. */
  @MayBeAbsent()
  @IsText(255)
  name?: string;
}
