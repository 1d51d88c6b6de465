import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { identifierProblem } from '../domain/chat-input.js';
import { Chats } from '../store/chats.js';

/** Why a new chat cannot have this identifier; undefined if it can. */
export class CheckIdentifier extends Query<string | undefined> {
  constructor(readonly identifier: string) {
    super();
  }
}

@QueryHandler(CheckIdentifier)
export class CheckIdentifierHandler implements IQueryHandler<CheckIdentifier> {
  constructor(private readonly chats: Chats) {}

  async execute({ identifier }: CheckIdentifier): Promise<string | undefined> {
    const problem = identifierProblem(identifier);
    if (problem !== undefined) return `identifier ${problem}`;
    const isTaken = (await this.chats.at(identifier)) !== undefined;
    return isTaken ? 'Another chat of this server has this identifier already' : undefined;
  }
}
