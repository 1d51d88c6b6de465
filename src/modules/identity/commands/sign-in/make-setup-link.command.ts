import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { FirstPerson } from '../../queries/sign-in/first-person.js';
import { NewLink, type MadeLink } from './new-link.js';

/** Makes a link with which the first person gets a password, once, within a day. Answers undefined when a user has one. */
export class MakeSetupLink extends Command<MadeLink | undefined> {}

@CommandHandler(MakeSetupLink)
export class MakeSetupLinkHandler implements ICommandHandler<MakeSetupLink> {
  constructor(
    private readonly first: FirstPerson,
    private readonly links: NewLink,
  ) {}

  async execute(): Promise<MadeLink | undefined> {
    const user = await this.first.awaited();
    return user && this.links.make('setup', user.id, {});
  }
}
