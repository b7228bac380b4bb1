import { makeCertificatePath } from '@institute/contract/certificates.constants';
import * as z from 'zod';
import { declareMessageKind } from '../../../messaging/message-kind.ts';

export const certificateIssuedMessage = declareMessageKind({
  kind: 'certificate-issued',
  to: 'applicants',
  limit: 'ours',
  written: [],
  data: z.object({
    firstName: z.string(),
    reference: z.string(),
    number: z.string(),
    code: z.string(),
    program: z.string(),
  }),
  sample: {
    firstName: 'Amina',
    reference: 'REG-2026-000123',
    number: 'CERT-2027-000101',
    code: '7KQ2M9XHT4WZ',
    program: 'Fashion & Garment Design',
  },
  email: ({ firstName, reference, number, code, program }, { publicUrl }) => ({
    subject: `Your certificate ${number}`,
    heading: `Congratulations, ${firstName}`,
    paragraphs: [
      `We have issued your certificate of completion. Please ask the office when you can fetch it.`,
      'Whoever has its address or its code can check that it is genuine. Give it to employers with your papers.',
    ],
    facts: [
      ['Certificate', number],
      ['Program', program],
      ['Reference', reference],
      ['Check address', publicUrl + makeCertificatePath(code)],
    ],
    action: { label: 'Check this certificate', url: publicUrl + makeCertificatePath(code) },
  }),
  sms: {
    text: 'certificate',
    values: ({ firstName, reference, code, program }, { publicUrl }) => ({
      firstName,
      reference,
      program,
      link: publicUrl + makeCertificatePath(code),
    }),
  },
});

export const certificateOtherNameMessage = declareMessageKind({
  kind: 'certificate-other-name',
  to: 'accounts',
  // No limit, because a limit on warnings must not hold back this one
  limit: 'none',
  written: [],
  /** `reference` is null when the registration was deleted. */
  data: z.object({
    by: z.string().nullable(),
    papers: z.array(z.object({ number: z.string(), reference: z.string().nullable() })),
  }),
  sample: {
    by: 'grace@example.org',
    papers: [{ number: 'CERT-2027-000101', reference: 'REG-2026-000123' }],
  },
  email: ({ by, papers }, { publicUrl }) => ({
    subject: 'A certificate has another name than its registration',
    heading: 'Another name than the registration',
    paragraphs: [
      `${by ?? 'Somebody'} has issued ${papers.length === 1 ? 'a certificate' : `${papers.length} certificates`} in another name than the registration. Compare both, and withdraw what is wrong.`,
    ],
    facts: papers
      .slice(0, MAX_NAMED_PAPERS)
      .map(({ number, reference }) => [number, reference ?? 'Its registration was deleted']),
    action: { label: 'See the certificates', url: `${publicUrl}/admin/certificates` },
    ...(papers.length > MAX_NAMED_PAPERS && {
      ending: `${papers.length - MAX_NAMED_PAPERS} more are in Activity.`,
    }),
  }),
});
const MAX_NAMED_PAPERS = 20;
