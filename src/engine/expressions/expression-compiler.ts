import type { AnyNode, CallExpression, Literal, MemberExpression, ObjectExpression, TemplateLiteral } from 'acorn';
import { callMethod, findFunction, hasMethod } from './expression-functions.js';
import { binaryOperators, unaryOperators } from './expression-operators.js';
import { BeyondInterpreter, Fuel, readProperty, toText, unreadable, type Value } from './expression-values.js';

/** The names that an expression may use, and what they stand for. */
export type Environment = Readonly<Record<string, Value>>;
/** One evaluation: the names that it sees, and how much work it may still do. */
export interface Evaluation {
  readonly environment: Environment;
  readonly fuel: Fuel;
}

export type Evaluate = (at: Evaluation) => Value;

/** The value of an optional chain that ended early, on its way to the end of the chain. */
const cut = Symbol('cut');
type EvaluateLink = (at: Evaluation) => Value | typeof cut;

/**
 * Turns a syntax tree into a function, for the part of the language that only looks at data. Everything that could define, assign,
 * loop, construct or call what is not listed is refused here, at parse time.
 * @throws BeyondInterpreter for everything else
 */
export function compileNode(node: AnyNode): Evaluate {
  switch (node.type) {
    case 'Literal':
      return constant(literal(node));
    case 'Identifier':
      return identifier(node.name);
    case 'TemplateLiteral':
      return templateLiteral(node);
    case 'ArrayExpression':
      return list(node.elements);
    case 'ObjectExpression':
      return record(node);
    case 'MemberExpression':
    case 'CallExpression':
    case 'ChainExpression':
      return chain(node.type === 'ChainExpression' ? node.expression : node);
    default:
      return operation(node);
  }
}

function operation(node: AnyNode): Evaluate {
  switch (node.type) {
    case 'UnaryExpression':
      return unary(operatorNamed(unaryOperators, node.operator), compileNode(node.argument));
    case 'BinaryExpression':
      return binary(operatorNamed(binaryOperators, node.operator), compileNode(node.left), compileNode(node.right));
    case 'LogicalExpression':
      return logical(node.operator, compileNode(node.left), compileNode(node.right));
    case 'ConditionalExpression':
      return conditional(compileNode(node.test), compileNode(node.consequent), compileNode(node.alternate));
    default:
      throw new BeyondInterpreter();
  }
}

const constant =
  (value: Value): Evaluate =>
  () =>
    value;

const unary =
  (operate: (value: Value, fuel: Fuel) => Value, argument: Evaluate): Evaluate =>
  (at) =>
    operate(argument(at), at.fuel);

const binary =
  (operate: (left: Value, right: Value, fuel: Fuel) => Value, left: Evaluate, right: Evaluate): Evaluate =>
  (at) =>
    operate(left(at), right(at), at.fuel);

const conditional =
  (test: Evaluate, consequent: Evaluate, alternate: Evaluate): Evaluate =>
  (at) =>
    test(at) ? consequent(at) : alternate(at);

function logical(operator: '||' | '&&' | '??', left: Evaluate, right: Evaluate): Evaluate {
  if (operator === '&&') return (at) => left(at) && right(at);
  if (operator === '||') return (at) => left(at) || right(at);
  return (at) => left(at) ?? right(at);
}

function operatorNamed<Operator>(operators: ReadonlyMap<string, Operator>, name: string): Operator {
  const operator = operators.get(name);
  if (operator === undefined) throw new BeyondInterpreter();
  return operator;
}

function literal({ value, regex, bigint }: Literal): Value {
  // The parser leaves the value empty for those that it cannot represent.
  if (regex !== undefined || bigint !== undefined) throw new BeyondInterpreter();
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  throw new BeyondInterpreter();
}

const namedConstants: ReadonlyMap<string, Value> = new Map<string, Value>([
  ['undefined', undefined],
  ['NaN', NaN],
  ['Infinity', Infinity],
]);

function identifier(name: string): Evaluate {
  return ({ environment }) => {
    if (Object.hasOwn(environment, name)) return environment[name];
    if (namedConstants.has(name)) return namedConstants.get(name);
    throw new BeyondInterpreter();
  };
}

function templateLiteral({ quasis, expressions }: TemplateLiteral): Evaluate {
  const values = expressions.map(compileNode);
  const texts = quasis.map(({ value }) => value.cooked ?? '');
  return (at) => {
    const put = values.map((value) => {
      const text = toText(value(at), at.fuel);
      at.fuel.spend(text.length);
      return text;
    });
    return texts.map((text, index) => (put[index - 1] ?? '') + text).join('');
  };
}

function list(elements: readonly (AnyNode | null)[]): Evaluate {
  const items = elements.map((element) => compileNode(present(element)));
  // An item may be `undefined` here, which data never holds but JavaScript does.
  return (at) => {
    at.fuel.spend(items.length);
    return items.map((item) => item(at)) as readonly Value[] as Value;
  };
}

/** `[1,,2]` has a hole where an item is missing. */
function present(element: AnyNode | null): AnyNode {
  if (element === null) throw new BeyondInterpreter();
  return element;
}

function record({ properties }: ObjectExpression): Evaluate {
  const entries = properties.map((property): readonly [string, Evaluate] => {
    if (property.type !== 'Property' || property.kind !== 'init' || property.computed || property.method) throw new BeyondInterpreter();
    const key = propertyName(property.key);
    // Written so, it would choose a prototype.
    if (key === '__proto__') throw new BeyondInterpreter();
    return [key, compileNode(property.value)];
  });
  return (at) => {
    at.fuel.spend(entries.length);
    return Object.fromEntries(entries.map(([key, value]) => [key, value(at)])) as Value;
  };
}

function propertyName(key: AnyNode): string {
  if (key.type === 'Identifier') return key.name;
  if (key.type === 'Literal') return String(literal(key) as string | number);
  throw new BeyondInterpreter();
}

function chain(node: AnyNode): Evaluate {
  const link = chainLink(node);
  return (at) => {
    const value = link(at);
    return value === cut ? undefined : value;
  };
}

function chainLink(node: AnyNode): EvaluateLink {
  if (node.type === 'MemberExpression') return member(node);
  return node.type === 'CallExpression' ? call(node) : compileNode(node);
}

function member(node: MemberExpression): EvaluateLink {
  const key = node.computed ? compileNode(node.property) : constant(propertyName(node.property));
  return onTarget(node, (target, at) => readProperty(target, key(at), at.fuel));
}

function call({ callee, arguments: given, optional }: CallExpression): EvaluateLink {
  const name = calleeName(callee);
  const known = findFunction(name);
  const argument = given[0] === undefined ? constant(undefined) : compileNode(given[0]);
  if (known !== undefined && given.length === 1 && !optional) {
    const [root = ''] = name.split('.');
    return (at) => {
      if (Object.hasOwn(at.environment, root)) throw new BeyondInterpreter();
      return known(argument(at), at.fuel);
    };
  }
  if (callee.type !== 'MemberExpression' || callee.computed || optional) throw new BeyondInterpreter();
  const method = propertyName(callee.property);
  if (!hasMethod(method, given.length)) throw new BeyondInterpreter();
  return onTarget(callee, (target, at) => {
    // Before the argument, which may fail in its own way.
    if (target === null || target === undefined) throw unreadable(target, method, at.fuel);
    return callMethod(target, method, argument(at), at.fuel);
  });
}

function calleeName(callee: AnyNode): string {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type !== 'MemberExpression' || callee.computed || callee.object.type !== 'Identifier') return '';
  return `${callee.object.name}.${propertyName(callee.property)}`;
}

function onTarget({ object, optional }: MemberExpression, use: (target: Value, at: Evaluation) => Value): EvaluateLink {
  const target = chainLink(object);
  return (at) => {
    const value = target(at);
    if (value === cut || (optional && (value === null || value === undefined))) return cut;
    return use(value, at);
  };
}
