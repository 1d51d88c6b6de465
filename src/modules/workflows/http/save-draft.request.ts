import { IsObject } from 'class-validator';

/**
 * The document as it is to be.
 * @example {"state": {"blocks": {"start": {"id": "start", "type": "start", "name": "Start", "position": {"x": 0, "y": 0}, "subBlocks": {}}}, "edges": []}}
 */
export class SaveDraftRequest {
  @IsObject()
  state!: object;
}
