export { ChatModule } from './chat.module.js';
export { ChatStreams } from './talk/chat-streams.js';
