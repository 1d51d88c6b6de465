import { IsBoolean } from 'class-validator';
import { IsText, MayBeAbsent } from '#infrastructure/http/request-fields.js';
import { IsEmailAddress } from './email-address.js';

export class CreateUserRequest {
  @IsEmailAddress()
  email!: string;

  @IsText(255)
  name!: string;
}

export class ChangeUserRequest {
  @MayBeAbsent()
  @IsBoolean()
  suspended?: boolean;
}
