import type { ExecutionContext } from '@nestjs/common';
import { throttleKey, type ThrottleRule } from './throttle.decorator.js';

const rules = new WeakMap<object, ThrottleRule>();

/** The rule of a route, looked up once. */
export function throttleRuleOf(context: ExecutionContext): ThrottleRule {
  const handler = context.getHandler();
  let rule = rules.get(handler);
  if (rule === undefined) {
    rule = (Reflect.getMetadata(throttleKey, handler) ?? Reflect.getMetadata(throttleKey, context.getClass()) ?? 'api') as ThrottleRule;
    rules.set(handler, rule);
  }
  return rule;
}
