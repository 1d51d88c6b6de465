import { IsObject } from 'class-validator';

/**
 * A new draft of a workflow.
 * @example {"state": {"blocks": {"start": {"id": "start", "type": "start", "name": "Start", "position": {"x": 0, "y": 0}, "subBlocks": {}}}, "edges": []}}
 */
export class SaveDraftRequest {
  /** The workflow document. */
  @IsObject()
  state!: object;
}
