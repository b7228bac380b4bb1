import type { RegistrationStatus } from '@institute/contract/registrations.constants';

interface RegistrationState {
  reference: string;
  status: RegistrationStatus;
  /** The place on the waiting list, for the status `waiting`. */
  place?: number;
}

/** The kinds of emails with their data. None may hold medical data. */
export interface EmailKinds {
  'registration-received': { firstName: string; reference: string; program: string };
  'registration-for-office': { id: number; reference: string; program: string };
  /** `more`: the applicant's other registrations that the same bulk action has changed. */
  'registration-status': { firstName: string; more?: RegistrationState[] } & RegistrationState;
  'contact-message': { name: string; email: string; subject: string; message: string };
  'newsletter-confirmation': { token: string };
  'newsletter-welcome': { token: string };
  'newsletter-issue': { campaignId: number; token: string; isTest?: boolean };
  'donation-receipt': { donationId: number };
  'donation-cancellation': { donationId: number };
  invitation: { linkId: string; invitedBy: string };
  'password-reset': { linkId: string };
  'new-device': { at: string; userAgent: string | null; ipAddress: string | null };
  'new-owner': { newOwner: string; madeBy: string };
  'two-step-off': { by: string; at: string };
}

/** Emails to an account. They are no personal data of a visitor with the same address. */
export const accountKinds = [
  'invitation',
  'password-reset',
  'new-device',
  'new-owner',
  'two-step-off',
] as const satisfies EmailKind[];
export type EmailKind = keyof EmailKinds;
