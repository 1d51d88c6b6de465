import { isFilled } from '../../fields/blank.js';
import { line, text } from '../../fields/kinds.js';

/** The name of a model, as the models of the workspace list it. */
export const modelField = line(
  'Name of the model. `GET /api/v1/models` lists what is available. Without one the model that the operator chose.',
);

/** Whether the block gives a key. Its value goes to the provider alone. */
export const keyField = text(
  'Key for the provider, best a secret of the workspace: `{{NAME}}`. Without one the key of the provider is used.',
  {
    writeOnly: true,
  },
).as(isFilled);
