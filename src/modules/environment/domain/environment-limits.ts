export const environmentLimits = {
  /** The maximum number of variables in a workspace, and in one request. */
  variables: 1_000,
  nameLength: 128,
  /** In characters. */
  valueLength: 32_768,
} as const;
