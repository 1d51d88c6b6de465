import { IsObject } from 'class-validator';

export class ChangeEnvironmentRequest {
  /** A text sets the variable, null removes it; names and values are for the domain to judge. */
  @IsObject()
  variables!: object;
}
