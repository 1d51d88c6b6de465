/** How large a document may be. Beyond these a document is refused when it comes in, or, for `parallelBranches`, when it is deployed. */
export const documentLimits = {
  blocks: 2_000,
  edges: 10_000,
  idLength: 200,
  /** Containers around a block. */
  containerDepth: 10,
  /** Levels of objects and arrays in the JSON of a document. */
  jsonDepth: 100,
  parallelBranches: 1_000,
} as const;
