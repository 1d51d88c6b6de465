import { IsBoolean, IsOptional, IsString, Length } from 'class-validator';
import { IsText, MayBeAbsent } from '#edge/request/request-fields.js';
import { IsEmailAddress } from '../email-address.js';

/** Longer texts are not passwords, and would only cost time. */
const longestGiven = 1024;

const IsGivenPassword = (): PropertyDecorator => (target, property) => {
  IsString()(target, property);
  Length(1, longestGiven)(target, property);
};

const longestCode = 64;

const IsGivenCode = (): PropertyDecorator => (target, property) => {
  IsString()(target, property);
  Length(1, longestCode)(target, property);
};

/**
 * Who signs in.
 * @example {"email": "ada@example.org", "password": "correct horse battery staple", "keep": true}
 */
export class SignInRequest {
  /** E-mail address of the user. */
  @IsEmailAddress()
  email!: string;

  /** Password of the user. */
  @IsGivenPassword()
  password!: string;

  /** Code of the authenticator app, or a recovery code, if the user has a second factor. */
  @MayBeAbsent()
  @IsGivenCode()
  code?: string;

  /** Whether the person stays signed in for 30 days, also when the browser is closed. */
  @IsOptional()
  @IsBoolean()
  keep?: boolean;
}

/**
 * The password once more, or a code of the second factor.
 * @example {"password": "correct horse battery staple"}
 */
export class ConfirmSessionRequest {
  /** Present password of the user. Absent: `code` is given. */
  @MayBeAbsent()
  @IsGivenPassword()
  password?: string;

  /** Code of the authenticator app, or a recovery code. Absent: `password` is given. */
  @MayBeAbsent()
  @IsGivenCode()
  code?: string;
}

/**
 * A code that shows that the authenticator app knows the secret.
 * @example {"code": "287082"}
 */
export class EnableSecondFactorRequest {
  /** The six digits that the app shows now. */
  @IsGivenCode()
  code!: string;
}

/**
 * The present password and the next one.
 * @example {"password": "correct horse battery staple", "newPassword": "nine lazy foxes in the rain"}
 */
export class ChangePasswordRequest {
  /** Present password of the user. */
  @IsGivenPassword()
  password!: string;

  /** 15 to 256 characters of any kind. */
  @IsGivenPassword()
  newPassword!: string;
}

/**
 * What a link is used for.
 * @example {"token": "c2x1aWNlLXNldHVwLWxpbmstdG9rZW4tZXhhbXBsZS0", "password": "correct horse battery staple", "name": "Ada Lovelace"}
 */
export class ClaimLinkRequest {
  /** What follows the `#` in the address of the link. */
  @Length(1, 200)
  @IsString()
  token!: string;

  /** 15 to 256 characters of any kind. */
  @IsGivenPassword()
  password!: string;

  /** Code of the authenticator app, or a recovery code, if the user has a second factor. */
  @MayBeAbsent()
  @IsGivenCode()
  code?: string;

  /** What the person is called. */
  @MayBeAbsent()
  @IsText(255)
  name?: string;

  /** Whether the person stays signed in for 30 days, also when the browser is closed. */
  @IsOptional()
  @IsBoolean()
  keep?: boolean;
}

/**
 * How the first person signs in.
 * @example {"token": "c2x1aWNlLXNldHVwLWxpbmstdG9rZW4tZXhhbXBsZS0", "email": "ada@example.org", "password": "correct horse battery staple", "name": "Ada Lovelace"}
 */
export class ClaimSetupLinkRequest extends ClaimLinkRequest {
  /** E-mail address of the person; absent: that of `SLUICE_BOOTSTRAP_EMAIL`. */
  @MayBeAbsent()
  @IsEmailAddress()
  email?: string;
}

/**
 * The invitation that is accepted.
 * @example {"token": "c2x1aWNlLXNldHVwLWxpbmstdG9rZW4tZXhhbXBsZS0"}
 */
export class JoinRequest {
  /** What follows the `#` in the address of the link. */
  @Length(1, 200)
  @IsString()
  token!: string;
}
