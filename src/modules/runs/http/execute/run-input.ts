import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';

/** What steers a run. It is never part of the input. */
const controlFields: ReadonlySet<string> = new Set([
  'inputs',
  'input',
  'async',
  'stream',
  'selectedOutputs',
  'includeThinking',
  'includeToolCalls',
  'includeFileBase64',
  'base64MaxBytes',
  'triggerType',
  'triggerBlockId',
  'startBlockId',
  'stopAfterBlockId',
  'useDraftState',
  'workflowStateOverride',
  'isClientSession',
  'runFromBlock',
  'executionId',
]);

/** The input in the body of a start: fields of `inputs` win over those of `input`, and these over the rest of the body. */
export function runInput(fields: JsonObject): Json {
  const rest = Object.fromEntries(Object.entries(fields).filter(([name]) => !controlFields.has(name)));
  const { input, inputs } = fields;
  if (input !== undefined && input !== null && !isJsonObject(input)) {
    const isAlone = (inputs === undefined || inputs === null) && Object.keys(rest).length === 0;
    return isAlone ? input : { ...rest, input, ...(inputs as JsonObject | undefined) };
  }
  return { ...rest, ...(input as JsonObject | undefined), ...(inputs as JsonObject | undefined) };
}
