import { IsObject } from 'class-validator';

export class SaveDraftRequest {
  @IsObject()
  state!: object;
}
