interface Asked {
  readonly executionId: string;
  readonly contextId: string;
}

/** Names a question in the address. The id of a run alone names the first question of the run. */
export function questionKey({ executionId, contextId }: Asked): string {
  return `${executionId}:${contextId}`;
}

export function isNamed(question: Asked, name: string): boolean {
  return name === question.executionId || name === questionKey(question);
}
