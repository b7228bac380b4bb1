import * as z from 'zod';
import { optionalText, pathId, reference } from '../../fields/fields.ts';
import { bodyBytes } from '../api.constants.ts';
import { documentLimits, refusalReasons } from '../public/applicant-documents.constants.ts';
import { askPathParams } from '../public/applicant-documents.ts';

/** One ask of one registration: `id` is the registration's. */
export const registrationAskParams = pathId.extend(askPathParams.shape);

/** `version`: what the office has looked at. A newer page refuses the decision. */
export const documentDecision = registrationAskParams
  .extend({
    version: z.int().min(1),
    verdict: z.enum(['accepted', 'refused']),
    reason: z.enum(refusalReasons).optional(),
    words: optionalText(documentLimits.words),
  })
  .superRefine(({ verdict, reason, words }, { addIssue }) => {
    if (verdict === 'refused' && !reason)
      addIssue({ code: 'custom', path: ['reason'], message: 'Choose a reason' });
    if (verdict === 'refused' && reason === 'other' && !words)
      addIssue({ code: 'custom', path: ['words'], message: 'Say what is wrong' });
  });
export type DocumentDecision = z.output<typeof documentDecision>;

/** The paper itself was shown at the desk. */
export const originalSeenInput = registrationAskParams.extend({ isSeen: z.boolean() });

/** A page that the office photographs at the desk, in base64. Its browser makes it small. */
export const deskPageInput = registrationAskParams.extend({
  bytes: z.base64().max(bodyBytes.file - 1000, 'This photo is too large'),
});
export type DeskPageInput = z.output<typeof deskPageInput>;

export const askAgainInput = z.object({
  ids: z
    .array(reference)
    .min(1, 'Choose at least one')
    .max(documentLimits.askedAgain, `At most ${documentLimits.askedAgain} at once`),
});

/** A column for each ask of one program. */
export const documentExportInput = z.object({ programId: reference });
