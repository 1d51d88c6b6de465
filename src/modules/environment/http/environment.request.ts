import { IsObject } from 'class-validator';

/**
 * The variables to set and to remove.
 * @example {"variables": {"MAIL_TOKEN": "t0k3n", "OLD_TOKEN": null}}
 */
export class ChangeEnvironmentRequest {
  /** Variables by name. A string sets the value, null removes the variable. */
  @IsObject()
  variables!: Readonly<Record<string, string | null>>;
}
