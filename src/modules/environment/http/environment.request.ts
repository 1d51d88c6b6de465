import { IsObject } from 'class-validator';

/**
 * Which variables are to be set, and which removed.
 * @example {"variables": {"MAIL_TOKEN": "t0k3n", "OLD_TOKEN": null}}
 */
export class ChangeEnvironmentRequest {
  /** A text sets the variable, null removes it; names and values are for the domain to judge. */
  @IsObject()
  variables!: Readonly<Record<string, string | null>>;
}
