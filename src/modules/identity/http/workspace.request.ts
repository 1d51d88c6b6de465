import { IsBoolean } from 'class-validator';
import { IsIdentifier, IsText, MayBeAbsent } from '#infrastructure/http/request-fields.js';

export class CreateWorkspaceRequest {
  @IsText(255)
  name!: string;

  @MayBeAbsent()
  @IsIdentifier()
  organizationId?: string;
}

export class ChangeWorkspaceRequest {
  @MayBeAbsent()
  @IsText(255)
  name?: string;

  @MayBeAbsent()
  @IsBoolean()
  allowPersonalApiKeys?: boolean;
}
