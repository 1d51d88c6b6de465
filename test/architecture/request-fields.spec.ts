import { getMetadataStorage } from 'class-validator';
import { describe, expect, it } from '@jest/globals';
import { sourceFiles } from '../support/architecture/source-files.js';

const types = ['isString', 'isInt', 'isBoolean', 'isNumber', 'isObject', 'isArray'];
/** They say what a value of the right type must be. */
const bounds = ['min', 'max', 'isLength', 'minLength', 'maxLength', 'matches', 'arrayMinSize', 'arrayMaxSize', 'arrayNotEmpty'];

/** The rules of each field of a request class, in the order in which they are checked. */
function rulesOf(request: new () => object): ReadonlyMap<string, readonly string[]> {
  const storage = getMetadataStorage();
  const rules = storage
    .getTargetValidationMetadatas(request, '', false, false)
    .filter(({ type }) => type === 'customValidation')
    .map(({ propertyName, constraintCls }) => [propertyName, storage.getTargetValidatorConstraints(constraintCls)[0]?.name ?? ''] as const);
  const fields = Map.groupBy(rules, ([field]) => field);
  return new Map([...fields].map(([field, own]) => [field, own.map(([, rule]) => rule)]));
}

async function requestClasses(): Promise<readonly (new () => object)[]> {
  const files = sourceFiles('src').filter((path) => path.endsWith('.request.ts'));
  const modules = await Promise.all(files.map((path) => import(`../../${path.replace(/\.ts$/, '.js')}`) as Promise<object>));
  return modules.flatMap((module) => Object.values(module).filter((each) => typeof each === 'function') as (new () => object)[]);
}

describe('a field of a request', () => {
  it('has its type checked before its bounds, so that an error says what was expected: the decorator of its type is the last one', async () => {
    const classes = await requestClasses();
    const wrong = classes.flatMap((request) =>
      [...rulesOf(request)]
        .filter(
          ([, [first = '', ...others]]) => bounds.includes(first) || others.some((rule) => types.includes(rule) && !types.includes(first)),
        )
        .map(([field, rules]) => `${request.name}.${field}: ${rules.join(', ')}`),
    );
    expect(classes.length).toBeGreaterThan(100);
    expect([...new Set(wrong)]).toEqual([]);
  });
});
