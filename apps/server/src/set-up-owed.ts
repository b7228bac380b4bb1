import type { AccountActor } from './context.ts';
import { AppError } from './errors.ts';

/**
 * Thrown for an account that must first set up the second step of its sign-in. The procedures of that set-up catch it and
 * use its `actor`; every other call fails with it.
 */
export class SetUpOwed extends AppError {
  override name = 'SetUpOwed';
  readonly actor: AccountActor;

  constructor(actor: AccountActor) {
    super('SECOND_FACTOR_SETUP_REQUIRED', 'Set up two-step sign-in first');
    this.actor = actor;
  }
}
