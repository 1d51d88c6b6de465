/** The first looks follow each other closely, later ones must not keep a busy machine from making the condition true. */
const firstPauseMs = 10;
const longestPauseMs = 60;

/** Waits for a condition, never for a time. Fails with the last error when it does not come true in `timeoutMs`. */
export async function eventually<T>(check: () => T | Promise<T>, timeoutMs = 30_000): Promise<T> {
  const giveUpAt = Date.now() + timeoutMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 1.1, longestPauseMs)) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > giveUpAt) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}
