import { isFilled } from '../../fields/blank.js';
import { line, text } from '../../fields/kinds.js';

/** The name of a model, as the models of the workspace list it. */
export const modelField = line(
  'What is asked: one of the models of the workspace, such as `gpt-5`. Empty: the model that the operator of the server chose.',
  { 'x-names': 'model' },
);

/** Whether the block gives a key. Its value goes to the provider alone; the name of a secret that is not set goes nowhere. */
export const keyField = text(
  'Key for the provider: a secret of the workspace, `{{NAME}}`. Empty: the key that the provider has in the workspace.',
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
