import { IsIn, IsOptional, IsString, Length } from 'class-validator';

/** Where a person goes after signing in at a provider. */
export class BeginSignInRequest {
  /** Path of a page of this server to return to. */
  @IsOptional()
  @Length(1, 2000)
  @IsString()
  next?: string;

  /** `true`: the person stays signed in for 30 days. */
  @IsOptional()
  @IsIn(['true', 'false'])
  keep?: string;
}

/**
 * A provider at which the person has an account.
 * @example {"provider": "company"}
 */
export class ProviderRequest {
  /** Id of the provider. */
  @Length(1, 50)
  @IsString()
  provider!: string;
}

/**
 * A provider at which the person proves again who they are.
 * @example {"provider": "company"}
 */
export class ConfirmAtProviderRequest extends ProviderRequest {
  /** Path of a page of this server to return to; absent: the page of the account. */
  @IsOptional()
  @Length(1, 2000)
  @IsString()
  next?: string;
}
