import * as z from 'zod';
import { day, nullable, oneLineText, pathId, personName, reference, text } from '../../fields/fields.ts';
import { readToday } from '../../words/time.ts';
import { anyone, wrapData } from '../calls.ts';
import { pageParameters, searchText, sortBy } from '../lists.ts';
import {
  certificateColumns,
  certificateLimits,
  certificateStates,
  earlyIssueMessage,
  findFirstIssueDay,
} from './certificates.constants.ts';

const { line, chosen, reason: longestReason } = certificateLimits;

const certificateNumber = z.string().meta({ examples: ['CERT-2027-000101'] });
const proofCode = z.string().meta({ examples: ['7KQ2M9XHT4WZ'] });

/** All that the paper says. `program` may be longer than its line on the paper. */
export const certificate = z
  .object({
    number: certificateNumber,
    code: proofCode,
    holder: z.string(),
    program: z.string(),
    hours: z.int().nullable(),
    from: z.iso.date().nullable(),
    to: z.iso.date().nullable(),
    result: z.string().nullable(),
    issuedOn: z.iso.date(),
    signerName: z.string(),
    signerTitle: z.string(),
    /** Empty when there is no second signer. */
    secondSignerName: z.string(),
    secondSignerTitle: z.string(),
    note: z.string(),
    state: z.enum(certificateStates),
    withdrawnOn: z.iso.date().nullable(),
    /** Null here. Only the office can read the reason and the certificate that replaces this one. */
    reason: z.null(),
    replacedBy: z.null(),
    issuer: z.object({ name: z.string(), url: z.string() }),
    jws: z.string(),
  })
  .meta({
    id: 'Certificate',
    examples: [
      {
        holder: 'Ann Example',
        program: 'Diploma in Fashion and Garment Design',
        hours: 480,
        from: '2027-02-01',
        to: '2027-06-30',
        result: 'Distinction',
        issuedOn: '2027-07-02',
        signerName: 'Bo Example',
        signerTitle: 'Director',
        secondSignerName: '',
        secondSignerTitle: '',
        note: 'Issued by the institute.',
        state: 'valid',
        withdrawnOn: null,
        reason: null,
        replacedBy: null,
        issuer: { name: 'Example Institute', url: 'https://institute.example' },
        jws: 'eyJhbGciOiJFUzI1NiJ9.e30.c2lnbmF0dXJl',
      },
    ],
  });
export type Certificate = z.infer<typeof certificate>;

/** Longer than a line, because the server explains in its own words that a name does not fit. */
const holderFields = personName(line * 5);
const wholeHoursMessage = `A whole number from 1 to ${certificateLimits.hours}`;
const hoursField = z
  .int(wholeHoursMessage)
  .min(1, wholeHoursMessage)
  .max(certificateLimits.hours, wholeHoursMessage)
  .nullable();
const makeListWithoutRepeats = <Item extends z.ZodType>(
  item: Item,
  toId: (value: z.output<Item>) => number,
) =>
  z
    .array(item)
    .min(1, 'Choose at least one')
    .max(chosen, `At most ${chosen} at once`)
    .refine((items) => new Set(items.map(toId)).size === items.length, 'Choose each one once');

const certificateHolderInput = z.object({
  id: reference,
  holder: holderFields.optional(),
  hours: hoursField.optional(),
  to: day.nullable().optional(),
  result: nullable(oneLineText(certificateLimits.result)),
});
/** `from` is only for a person without an intake, whose course has a start of its own. */
const certificateIssueRow = certificateHolderInput.extend({ from: day.nullable().optional() });
/** By default `holder` is the name in the registration, and `issuedOn` is today. */
const issueFields = z.object({
  registrations: makeListWithoutRepeats(certificateIssueRow, ({ id }) => id),
  issuedOn: day.optional(),
  /** Reason of an owner for issuing a certificate for a day long ago. */
  reason: nullable(text(longestReason)),
});
export const certificateIssue = issueFields.refine(
  ({ issuedOn, reason }) => reason || !issuedOn || issuedOn >= findFirstIssueDay(readToday()),
  { path: ['issuedOn'], error: earlyIssueMessage },
);
export type CertificateIssue = z.output<typeof certificateIssue>;

export const certificateFilter = z.object({
  q: searchText.optional(),
  programId: reference.optional(),
  registrationId: reference.optional(),
  state: z.enum(certificateStates).optional(),
});
export type CertificateFilter = z.output<typeof certificateFilter>;

export const certificateQuery = certificateFilter.extend({
  ...pageParameters,
  sort: sortBy(certificateColumns).optional(),
});
export type CertificateQuery = z.output<typeof certificateQuery>;

/** A reason that only the office reads, never somebody who checks the paper. */
const reasonText = text(longestReason);
export const certificateWithdrawal = pathId.extend({ reason: reasonText });
export type CertificateWithdrawal = z.output<typeof certificateWithdrawal>;

/** Absent fields keep their value, and null removes a value. */
export const certificateCorrection = certificateHolderInput.extend({
  holder: holderFields,
  reason: reasonText,
});
export type CertificateCorrection = z.output<typeof certificateCorrection>;

export const certificateIds = z.object({ ids: makeListWithoutRepeats(reference, (id) => id) });

export const certificateRoutes = {
  get: {
    method: 'GET',
    path: '/certificates/:code',
    pathParams: z.object({
      code: z
        .string()
        .max(100)
        .meta({ description: 'Code on the certificate', examples: ['7KQ2-M9XH-T4WZ'] }),
    }),
    responses: { 200: wrapData(certificate) },
    summary: 'What a certificate says, for whoever holds it',
    description:
      'With its signature, a JWS that the keys of `/.well-known/jwks.json` verify. 404 also for one that its holder had erased. An address has 30 wrong tries in 15 minutes.',
    metadata: anyone,
  },
} as const;
