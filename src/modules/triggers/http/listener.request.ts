import { IsString, MaxLength, MinLength } from 'class-validator';
import { IsIdentifier, MayBeAbsent } from '#edge/request/request-fields.js';

/**
 * Which trigger to listen to.
 * @example {"triggerBlockId": "0197a5e0-0000-7000-8000-000000000012"}
 */
export class ListenRequest {
  /** Id of the webhook block in the draft. */
  @IsIdentifier()
  triggerBlockId!: string;
}

/**
 * The new secret.
 * @example {}
 */
export class RotateSecretRequest {
  /** For a provider that makes the secret. Default: the server makes one. */
  @MayBeAbsent()
  @MinLength(8)
  @MaxLength(1000)
  @IsString()
  secret?: string;
}
