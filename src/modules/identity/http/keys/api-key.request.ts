import { ArrayMaxSize, ArrayNotEmpty, IsArray, IsIn, IsInt, IsOptional, Max, Min, ValidateBy } from 'class-validator';
import { IsMoment, IsText, MayBeAbsent } from '#edge/request/request-fields.js';
import type { ChangeApiKey } from '../../commands/keys/change-api-key.command.js';
import type { WantedKey } from '../../commands/keys/issue-api-key.command.js';
import { keyScopeOf, keyScopes } from '../../domain/keys/key-scope.js';
import { canonicalRange } from '../../gate/addresses/address-ranges.js';

const dayS = 86_400;
const mostRanges = 50;

const IsAddressRange = (): PropertyDecorator =>
  ValidateBy(
    {
      name: 'isAddressRange',
      validator: {
        validate: (value) => typeof value === 'string' && canonicalRange(value) !== undefined,
        defaultMessage: () => '$property must be a list of addresses or CIDR ranges such as 192.0.2.0/24',
      },
    },
    { each: true },
  );

/**
 * A key as it is to be.
 * @example {"name": "Nightly import", "scopes": ["execute"], "expiresAt": "2031-03-04T05:06:07.000Z"}
 */
export class IssueApiKeyRequest {
  @IsText(255)
  name!: string;

  /** From when on it is no longer valid; null: never; absent: as the key in use. */
  @IsOptional()
  @IsMoment()
  expiresAt?: string | null;

  /** What the key may do: a level (`read`, `write`, `admin`) and areas (`execute`, `logs`). Without scopes the key has all permissions of its user. */
  @MayBeAbsent()
  @IsIn(keyScopes, { each: true, message: `scopes must be a list of ${keyScopes.join(', ')}` })
  @ArrayNotEmpty()
  @IsArray()
  scopes?: readonly string[];

  /** Addresses and CIDR ranges that the key is good for; none: all; absent: those of the key in use. */
  @MayBeAbsent()
  @IsAddressRange()
  @ArrayMaxSize(mostRanges, { message: `$property must have at most ${mostRanges} entries` })
  @IsArray()
  allowedIps?: readonly string[];

  toMessage(): WantedKey {
    const { level: scope, areas } = keyScopeOf(this.scopes);
    return {
      name: this.name,
      expiresAt: this.expiresAt,
      scope,
      areas,
      allowedIps: this.allowedIps && canonical(this.allowedIps),
    };
  }
}

/**
 * What is to be otherwise.
 * @example {"expiresAt": "2031-03-04T05:06:07.000Z"}
 */
export class ChangeApiKeyRequest {
  /** Name of the API key. */
  @MayBeAbsent()
  @IsText(255)
  name?: string;

  /** From when on it is no longer valid; null: never. */
  @IsOptional()
  @IsMoment()
  expiresAt?: string | null;

  /** Addresses and CIDR ranges that the key is good for; none: all. */
  @MayBeAbsent()
  @IsAddressRange()
  @ArrayMaxSize(mostRanges, { message: `$property must have at most ${mostRanges} entries` })
  @IsArray()
  allowedIps?: readonly string[];

  toMessage(): ChangeApiKey['change']['changes'] {
    return {
      ...(this.name === undefined ? {} : { name: this.name }),
      ...(this.expiresAt === undefined ? {} : { expiresAt: this.expiresAt }),
      ...(this.allowedIps === undefined ? {} : { allowedIps: canonical(this.allowedIps) }),
    };
  }
}

function canonical(ranges: readonly string[]): readonly string[] {
  return [...new Set(ranges.flatMap((range) => canonicalRange(range) ?? []))];
}

/**
 * How long the former value still works.
 * @example {"overlapSeconds": 86400}
 */
export class RotateApiKeyRequest {
  /** How long the former value still works, in seconds. */
  @Min(0)
  @Max(30 * dayS)
  @IsInt({ message: `overlapSeconds must be a whole number from 0 to ${30 * dayS}` })
  overlapSeconds: number = dayS;
}
