export const environmentLimits = {
  /** In a workspace, and in one request. */
  variables: 1_000,
  nameLength: 128,
  /** Characters. */
  valueLength: 32_768,
} as const;
