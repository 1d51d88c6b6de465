import { isFilled } from '../../fields/blank.js';
import { line, text } from '../../fields/kinds.js';

/** The name of a model, as the models of the workspace list it. */
export const modelField = line(
  'Name of the model. `GET /api/v1/models` lists what is available. Without one the model that the operator chose.',
  { 'x-names': 'model' },
);

/** Whether the block gives a key. Its value goes to the provider alone; the name of a secret that is not set goes nowhere. */
export const keyField = text(
  'Key for the provider, best a secret of the workspace: `{{NAME}}`. Without one the key of the provider is used.',
  {
    writeOnly: true,
  },
).as((written, inputs) => {
  if (!isFilled(written)) return false;
  // Apart from the prompts, which may contain such a name.
  const own = inputs.shown;
  const key = own.text(written).trim();
  own.requireSecrets();
  return key !== '';
});
