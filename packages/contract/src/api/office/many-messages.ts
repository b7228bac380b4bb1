import * as z from 'zod';
import { missingFault } from '../../fields/fields.constants.ts';
import { cleanText, optionalLineText, reference, text, tooLongMessage } from '../../fields/fields.ts';
import { findUnknownPlaceholder } from '../../words/text.ts';
import { accountStates } from '../public/fees.constants.ts';
import { registrationFilter } from '../public/registrations.ts';
import { messageLimits, messagePlaceholders, tooManyPeopleMessage } from './many-messages.constants.ts';
import { messageChannels } from './outbox.constants.ts';

const allPlaceholders = messagePlaceholders.map((name) => `{${name}}`).join(', ');

const refuseUnknownPlaceholder = (value: string, { addIssue }: z.RefinementCtx): void => {
  const unknownPlaceholder = findUnknownPlaceholder(value, messagePlaceholders);
  if (unknownPlaceholder)
    addIssue({
      code: 'custom',
      message: `There is no placeholder ${unknownPlaceholder}. There are ${allPlaceholders}`,
    });
};

/**
 * Recipients of a message: chosen registrations, or all that a filter finds. With `state` only those who owe fees
 * in that state of their account.
 */
export const messagePlanInput = z.object({
  registrations: z.union([
    z.array(reference).min(1, 'Choose at least one').max(messageLimits.people, tooManyPeopleMessage),
    registrationFilter.safeExtend({ state: z.enum(accountStates).optional() }),
  ]),
  channels: z.array(z.enum(messageChannels)).min(1, 'Choose at least one'),
  /** Subject line of the emails. */
  subject: optionalLineText(messageLimits.subject).superRefine(refuseUnknownPlaceholder).optional(),
  text: cleanText
    .max(messageLimits.text, tooLongMessage(messageLimits.text))
    .superRefine(refuseUnknownPlaceholder),
});
export type MessagePlanInput = z.output<typeof messagePlanInput>;

/** The key of the order. A repeated key sends nothing twice. */
export const manyMessageInput = messagePlanInput.safeExtend({
  text: messagePlanInput.shape.text.min(1, missingFault),
  key: text(100),
});
export type ManyMessageInput = z.output<typeof manyMessageInput>;
