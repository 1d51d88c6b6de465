/** What the header `X-Conversation-Id` carries as it is, also for readers that decode it. */
const plainForm = /^[!-$&-~]+$/;

/** Whether a visitor who reads the id in a response sends the same one back. Visitors choose the ids of new conversations of this form only. */
export function isPlain(conversationId: string): boolean {
  return plainForm.test(conversationId);
}
