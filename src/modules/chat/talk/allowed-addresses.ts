import { invalidField } from '#kernel/errors.js';
import type { Chat } from '../store/chats.js';

const emailForm = /^[^\s@<>,;:"()[\]\\]{1,64}@[^\s@<>,;:"()[\]\\]{1,255}$/;

/** The address of a visitor in small letters. @throws DomainError invalid */
export function readEmail(written: unknown): string {
  if (typeof written !== 'string' || !emailForm.test(written.trim())) throw invalidField('email', 'email must be an e-mail address');
  return written.trim().toLowerCase();
}

/** Whether `allowedEmails` of the chat has the address or its domain. */
export function isAllowed({ allowedEmails }: Pick<Chat, 'allowedEmails'>, email: string): boolean {
  return allowedEmails.includes(email) || allowedEmails.includes(email.slice(email.lastIndexOf('@')));
}
