/**
 * The order of the spec files. Jest begins with the files that took longest, as far as it has seen them run; a machine that has not seen them, such as
 * one that builds the project for the first time, would take the largest, and may begin with a long one when all others are done. So files
 * that start processes or browsers come first and those of a fraction of a second last.
 */
const kinds = [
  /\/test\/process\/(docs|cli-|hostile|kill|embedded|upgrade)/,
  /\/test\/(process|fuzz|simulation|api\/fuzz|api\/console)\//,
  /\/test\/(architecture|api\/(chat|clients|mcp|pauses|sign-in|triggers))\//,
  /\/test\/(api|integration)\//,
];

function kindOf(path) {
  const kind = kinds.findIndex((pattern) => pattern.test(path));
  return kind < 0 ? kinds.length : kind;
}

export default class LongestFirst {
  sort(tests) {
    const sizeOf = ({ path, context }) => context.hasteFS.getSize(path) ?? 0;
    return tests.toSorted((one, other) => kindOf(one.path) - kindOf(other.path) || sizeOf(other) - sizeOf(one));
  }

  allFailedTests(tests) {
    return tests;
  }

  cacheResults() {
    // The order does not depend on former runs.
  }
}
