import { IsBoolean } from 'class-validator';

/**
 * How people must sign in.
 * @example {"requireSecondFactor": true, "allowPasswords": true}
 */
export class SignInPolicyRequest {
  /** Whether people who sign in with a password need a second factor. */
  @IsBoolean({ message: '$property must be true or false' })
  requireSecondFactor!: boolean;

  /** Whether people may sign in with a password; owners always may. False needs a provider to sign in with. */
  @IsBoolean({ message: '$property must be true or false' })
  allowPasswords!: boolean;
}
