import { UnreadableQuestion } from '../question.js';
import { asAskedScenarios } from './as-asked.js';
import { faultScenarios } from './faults.js';
import type { Scenario, Scenarios, Visit } from './scenario.js';
import { schemaScenarios } from './schemas.js';
import { textScenarios } from './texts.js';
import { toolScenarios } from './tools.js';

/** All scenarios by the name of their model. */
export const scenarios: Scenarios = { ...asAskedScenarios, ...textScenarios, ...toolScenarios, ...schemaScenarios, ...faultScenarios };

/** Names of models of OpenAI, Anthropic and Google: they play `as-asked`. */
const vendorsModel = /^(?:gpt-\d|o\d|claude-|gemini-\d)/;

/** A scenario with the parameters that stand for `:<n>` in the name of the model. */
export interface ChosenScenario {
  readonly name: string;
  readonly scenario: Scenario;
  readonly parameters: Pick<Visit, 'number' | 'word'>;
}

/**
 * The scenario that a name of a model means. Everything up to the last `/` and up to `fake-` is a prefix: `tool`, `fake/tool` and
 * `claude-fake-tool` are the same scenario. The models of vendors are `as-asked`. Undefined if there is none.
 */
export function chooseScenario(model: string, all: Scenarios = scenarios): ChosenScenario | undefined {
  const [name = '', ...given] = model
    .replace(/^.*\//s, '')
    .replace(/^.*?fake-/s, '')
    .split(':');
  const played = vendorsModel.test(name) && !Object.hasOwn(all, name) ? 'as-asked' : name;
  const scenario = Object.hasOwn(all, played) ? all[played] : undefined;
  return (
    scenario && {
      name: played,
      scenario,
      parameters: { word: (place) => given[place], number: (place, otherwise) => figure(given[place], otherwise) },
    }
  );
}

function figure(given: string | undefined, otherwise: number): number {
  if (given === undefined) return otherwise;
  if (/^\d{1,7}$/.test(given)) return Number(given);
  throw new UnreadableQuestion(`model: ${given} must be a number from 0 to 9999999`);
}

/** Names that can be asked as they are. */
export function modelNames(all: Scenarios = scenarios): string[] {
  return Object.entries(all).map(([name, { example }]) => example ?? name);
}
