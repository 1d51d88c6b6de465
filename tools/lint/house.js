/** Laws of the house that no stock rule knows. Each is a few lines on the syntax tree; the linter loads them as a plugin. */
import { idiomsIn } from './plain-english.js';

const time = 'Take the time from Clock: what reads the clock itself cannot be replayed or tested.';
const chance = 'Take ids and chance from infrastructure (Ids): a decision has to come out the same when it is replayed.';

const clocks = new Set(['Date.now', 'performance.now', 'performance.timeOrigin', 'process.hrtime', 'process.uptime', 'Temporal.Now']);
const dice = new Set(['Math.random', 'crypto.randomUUID', 'crypto.getRandomValues']);
const randomImport = /^(random|getRandomValues$|webcrypto$)/;

/** `Date.now` of the expression `Date.now`; undefined for anything that is not a plain name of a global's member. */
function memberName({ object, property, computed }) {
  if (object.type !== 'Identifier' || (computed && property.type !== 'Literal')) return undefined;
  return `${object.name}.${computed ? property.value : property.name}`;
}

const ban = (names, message, more = () => ({})) => ({
  create: (context) => ({
    MemberExpression: (node) => {
      if (names.has(memberName(node))) context.report({ node, message });
    },
    ...more((node) => context.report({ node, message })),
  }),
});

const isDate = ({ type, name }) => type === 'Identifier' && name === 'Date';

const noAmbientTime = ban(clocks, time, (report) => ({
  NewExpression: (node) => {
    if (isDate(node.callee) && node.arguments.length === 0) report(node);
  },
  CallExpression: (node) => {
    if (isDate(node.callee)) report(node);
  },
  ImportDeclaration: (node) => {
    if (node.source.value === 'node:perf_hooks') report(node);
  },
}));

const noAmbientChance = ban(dice, chance, (report) => ({
  ImportDeclaration: (node) => {
    const isRandom = ({ type, imported }) => type !== 'ImportSpecifier' || randomImport.test(imported.name);
    if (node.source.value === 'uuid' || (/^(node:)?crypto$/.test(node.source.value) && node.specifiers.some(isRandom))) report(node);
  },
}));

const noExportStar = {
  create: (context) => ({
    ExportAllDeclaration: (node) => {
      context.report({ node, message: 'Name what leaves this file: the public surface is an explicit list.' });
    },
  }),
};

/** Comments, strings and templates are text that people read. */
const plainEnglish = {
  create: (context) => {
    const read = (node, text) => {
      for (const message of idiomsIn(text)) context.report({ node, message });
    };
    return {
      Program: () => {
        for (const comment of context.sourceCode.getAllComments()) read(comment, comment.value);
      },
      Literal: (node) => {
        if (typeof node.value === 'string') read(node, node.value);
      },
      TemplateElement: (node) => read(node, node.value.raw),
    };
  },
};

export default {
  meta: { name: 'house' },
  rules: {
    'no-ambient-time': noAmbientTime,
    'no-ambient-chance': noAmbientChance,
    'no-export-star': noExportStar,
    'plain-english': plainEnglish,
  },
};
