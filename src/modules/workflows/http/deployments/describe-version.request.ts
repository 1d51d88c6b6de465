import { IsOptional, IsString, MaxLength } from 'class-validator';
import type { VersionDescription } from '../../commands/describe-version.command.js';

/**
 * What is said about a version.
 * @example {"name": "Spring prices", "description": "With the prices of March"}
 */
export class DescribeVersionRequest {
  /** Name of the version; null or an empty text removes it, absent keeps it. */
  @IsOptional()
  @MaxLength(100)
  @IsString()
  name?: string | null;

  /** Description of the version; null or an empty text removes it, absent keeps it. */
  @IsOptional()
  @MaxLength(50_000)
  @IsString()
  description?: string | null;

  toMessage(): VersionDescription {
    return { name: textOrNothing(this.name), description: textOrNothing(this.description) };
  }
}

function textOrNothing(text: string | null | undefined): string | null | undefined {
  return text === '' ? null : text;
}
