/** The limits of a document. A larger document is rejected when it is parsed or, for `parallelBranches`, when it is deployed. */
export const documentLimits = {
  blocks: 2_000,
  /** Of its JSON: as much as a request that replaces it may have. */
  bytes: 10 * 1024 * 1024,
  edges: 10_000,
  idLength: 200,
  /** The maximum number of nested containers. */
  containerDepth: 10,
  /** The maximum depth of objects and arrays in the JSON of a document. */
  jsonDepth: 100,
  parallelBranches: 1_000,
} as const;
