import { ArrayNotEmpty, IsArray, IsIn, IsOptional } from 'class-validator';
import { IsMoment, IsText, MayBeAbsent } from '#infrastructure/http/request-fields.js';
import { permissions, type Permission } from '#kernel/caller.js';

export class IssueApiKeyRequest {
  @IsText(255)
  name!: string;

  @IsOptional()
  @IsMoment()
  expiresAt?: string | null;

  @MayBeAbsent()
  @IsIn(permissions, { each: true, message: `scopes must be a list of ${permissions.join(', ')}` })
  @ArrayNotEmpty()
  @IsArray()
  scopes?: readonly Permission[];

  toMessage(): { name: string; expiresAt: string | null; scope: Permission } {
    // Each permission includes those before it, so a list of them amounts to its highest.
    const scope = permissions.findLast((permission) => this.scopes?.includes(permission)) ?? 'admin';
    return { name: this.name, expiresAt: this.expiresAt ?? null, scope };
  }
}
