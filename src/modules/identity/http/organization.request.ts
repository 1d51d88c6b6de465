import { IsText, MayBeAbsent } from '#infrastructure/http/request-fields.js';

export class CreateOrganizationRequest {
  @IsText(255)
  name!: string;

  @MayBeAbsent()
  @IsText(50)
  plan?: string;
}

export class ChangeOrganizationRequest {
  @MayBeAbsent()
  @IsText(255)
  name?: string;

  @MayBeAbsent()
  @IsText(50)
  plan?: string;
}
