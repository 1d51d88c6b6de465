import { IsIn } from 'class-validator';
import { IsText, MayBeAbsent } from '#infrastructure/http/request-fields.js';
import { planNames, type PlanName } from '#kernel/plan.js';

export class CreateOrganizationRequest {
  @IsText(255)
  name!: string;

  @IsIn(planNames)
  plan: PlanName = 'selfhosted';
}

export class ChangeOrganizationRequest {
  @MayBeAbsent()
  @IsText(255)
  name?: string;

  @MayBeAbsent()
  @IsIn(planNames)
  plan?: PlanName;
}
