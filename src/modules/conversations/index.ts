export { ConversationsModule } from './conversations.module.js';
export { Conversations } from './queries/conversations.js';
