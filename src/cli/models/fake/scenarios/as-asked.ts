import { resultsSince } from '../question.js';
import type { Scenario, Scenarios } from './scenario.js';
import { schemaScenarios } from './schemas.js';
import { textScenarios } from './texts.js';
import { nextCall, toolScenarios } from './tools.js';

const called = toolScenarios['tool'] as Scenario;
const fitting = schemaScenarios['schema-ok'] as Scenario;
const echo = textScenarios['echo'] as Scenario;

/** A model that does what the request is made for. Imported documents run with it as they are, under the names of the vendors' models. */
export const asAskedScenarios: Scenarios = {
  'as-asked': {
    about:
      'Calls each tool once, in the order in which they are offered, one in each turn. Then it answers: with JSON that fits the schema, if there is one; else with the results of the tools; else with the last text of the user.',
    reply: (question, visit) => {
      const call = nextCall(question);
      if (call !== undefined) return call;
      if (question.schema !== undefined) return fitting.reply(question, visit);
      return (resultsSince(question).length > 0 ? called : echo).reply(question, visit);
    },
  },
};
